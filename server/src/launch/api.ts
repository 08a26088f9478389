export { findSubjects, forgetTries, keepSubject } from "./subjects.ts";
export { pairwiseSubject, readSubjectKey } from "./claims.ts";
