export { findSubjects, keepSubject } from "./subjects.ts";
export { pairwiseSubject, readSubjectKey } from "./claims.ts";
