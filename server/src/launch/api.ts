export { findSubjects } from "./subjects.ts";
export { pairwiseSubject, readSubjectKey } from "./claims.ts";
