import type { Identity } from "#contract";

const CLAIM = "https://purl.imsglobal.org/spec/lti/claim";
const AGS = "https://purl.imsglobal.org/spec/lti-ags";
const NRPS = "https://purl.imsglobal.org/spec/lti-nrps";
const DEEP_LINKING = "https://purl.imsglobal.org/spec/lti-dl/claim";
const LIS = "http://purl.imsglobal.org/vocab/lis/v2";

/** Names of the claims in a message (LTI 1.3 core, Deep Linking 2.0, AGS 2.0, NRPS 2.0). */
export const CLAIMS = {
  messageType: `${CLAIM}/message_type`,
  version: `${CLAIM}/version`,
  deploymentId: `${CLAIM}/deployment_id`,
  targetLinkUri: `${CLAIM}/target_link_uri`,
  resourceLink: `${CLAIM}/resource_link`,
  roles: `${CLAIM}/roles`,
  context: `${CLAIM}/context`,
  toolPlatform: `${CLAIM}/tool_platform`,
  launchPresentation: `${CLAIM}/launch_presentation`,
  custom: `${CLAIM}/custom`,
  endpoint: `${AGS}/claim/endpoint`,
  namesRoles: `${NRPS}/claim/namesroleservice`,
  settings: `${DEEP_LINKING}/deep_linking_settings`,
  contentItems: `${DEEP_LINKING}/content_items`,
  data: `${DEEP_LINKING}/data`,
} as const;

export const SCOPES = {
  lineItem: `${AGS}/scope/lineitem`,
  lineItemRead: `${AGS}/scope/lineitem.readonly`,
  result: `${AGS}/scope/result.readonly`,
  score: `${AGS}/scope/score`,
  members: `${NRPS}/scope/contextmembership.readonly`,
} as const;

const SERVICE_SCOPES: readonly string[] = Object.values(SCOPES);
export const GRADE_SCOPES: readonly string[] = SERVICE_SCOPES.filter((scope) =>
  scope.startsWith(AGS),
);

export const MEDIA = {
  lineItem: "application/vnd.ims.lis.v2.lineitem+json",
  lineItems: "application/vnd.ims.lis.v2.lineitemcontainer+json",
  score: "application/vnd.ims.lis.v1.score+json",
  results: "application/vnd.ims.lis.v2.resultcontainer+json",
  members: "application/vnd.ims.lti-nrps.v2.membershipcontainer+json",
} as const;

export const COURSE_SECTION = `${LIS}/course#CourseSection`;
export const LEARNER = `${LIS}/membership#Learner`;
export const INSTRUCTOR = `${LIS}/membership#Instructor`;

const ROLES: Readonly<Record<Identity, readonly string[]>> = {
  teacher: [INSTRUCTOR, `${LIS}/institution/person#Faculty`],
  student: [LEARNER, `${LIS}/institution/person#Student`],
  parent: [`${LIS}/membership#Mentor`, `${LIS}/institution/person#Guest`],
  manager: [`${LIS}/membership#Administrator`, `${LIS}/institution/person#Administrator`],
  admin: [`${LIS}/membership#Administrator`, `${LIS}/institution/person#Administrator`],
  inner_admin: [`${LIS}/membership#Administrator`, `${LIS}/system/person#SysSupport`],
};

/** Roles of an identity in the LIS vocabulary: in the class, and in the school. */
export function lisRoles(identity: Identity): string[] {
  return [...ROLES[identity]];
}
