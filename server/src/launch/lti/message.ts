import type { Identity, LtiSettings } from "#contract";
import { CLAIMS, COURSE_SECTION, GRADE_SCOPES, lisRoles } from "./vocabulary.ts";

/** The class that a message comes from, by this tool's id of it. */
export interface Context {
  id: string;
  title: string;
}

/** The parts of a message (LA-04). */
export interface MessageParts {
  settings: LtiSettings;
  app: { id: string; name: string };
  /** The facts of the person that the entry allows. */
  disclosed: {
    name?: string | undefined;
    identity?: Identity | undefined;
    school?: { id: string; name: string } | null | undefined;
  };
  context: Context | undefined;
  platform: { guid: string; name: string; origin: string; home: string };
  opensIn: "tab" | "frame";
}

export interface ResourceLink {
  id: string;
  title: string;
  target: string;
  custom?: Readonly<Record<string, string>> | undefined;
  lineItemId?: string | undefined;
}

/** Returns an LtiResourceLinkRequest: the person opens the tool, or one thing in it. */
export function resourceLinkMessage(parts: MessageParts, link: ResourceLink): object {
  const { settings, context, platform } = parts;
  const services = context && `${platform.origin}/lti/contexts/${context.id}`;
  return {
    ...commonClaims(parts, { ...settings.custom, ...link.custom }),
    [CLAIMS.messageType]: "LtiResourceLinkRequest",
    [CLAIMS.targetLinkUri]: link.target,
    [CLAIMS.resourceLink]: { id: link.id, title: link.title },
    ...(services !== undefined &&
      settings.names_and_roles === true && {
        [CLAIMS.namesRoles]: {
          context_memberships_url: `${services}/members`,
          service_versions: ["2.0"],
        },
      }),
    ...(services !== undefined &&
      settings.grades === true && {
        [CLAIMS.endpoint]: {
          scope: GRADE_SCOPES,
          lineitems: `${services}/line-items`,
          ...(link.lineItemId !== undefined && {
            lineitem: `${services}/line-items/${link.lineItemId}`,
          }),
        },
      }),
  };
}

/** Returns an LtiDeepLinkingRequest: the person goes to the tool to choose content, and comes back with it. */
export function deepLinkingMessage(
  parts: MessageParts,
  { target, data, returnUrl }: { target: string; data: string; returnUrl: string },
): object {
  return {
    ...commonClaims(parts, { ...parts.settings.custom }),
    [CLAIMS.messageType]: "LtiDeepLinkingRequest",
    [CLAIMS.targetLinkUri]: target,
    [CLAIMS.settings]: {
      deep_link_return_url: returnUrl,
      accept_types: ["ltiResourceLink", "link"],
      accept_presentation_document_targets: ["iframe", "window"],
      accept_multiple: true,
      accept_lineitem: parts.settings.grades === true,
      auto_create: true,
      data,
    },
  };
}

function commonClaims(
  { settings, disclosed, context, platform, opensIn }: MessageParts,
  custom: Readonly<Record<string, string>>,
): object {
  const { name, identity, school } = disclosed;
  const all = {
    ...custom,
    ...(identity !== undefined && { identity }),
    ...(school && { school_id: school.id, school_name: school.name }),
  };
  return {
    [CLAIMS.version]: "1.3.0",
    [CLAIMS.deploymentId]: settings.deployment_id,
    // a person without a role is somebody, and nothing is said of who (LTI 1.3 core, 5.3.7)
    [CLAIMS.roles]: identity === undefined ? [] : lisRoles(identity),
    [CLAIMS.toolPlatform]: {
      guid: platform.guid,
      name: platform.name,
      product_family_code: "schoolgate",
      url: platform.origin,
    },
    [CLAIMS.launchPresentation]: {
      document_target: opensIn === "frame" ? "iframe" : "window",
      locale: "zh-CN",
      return_url: platform.home,
    },
    ...(context && {
      [CLAIMS.context]: { ...context, label: context.title, type: [COURSE_SECTION] },
    }),
    ...(Object.keys(all).length > 0 && { [CLAIMS.custom]: all }),
    ...(name !== undefined && { name }),
    locale: "zh-CN",
  };
}
