import { useStore } from "zustand/react";
import { readContent, searchContent, type ContentDetail, type SearchAnswer } from "#contract";
import { send } from "../../api/client.ts";
import { invalidate, useQuery } from "../../api/query.ts";
import { chosenChild } from "../../session/own-child.ts";
import { useSession } from "../../session/session.ts";
import { ofChild } from "../../session/user-queries.ts";
import { searchKey, type Search } from "./address.ts";

/** The pages themselves show what failed. */
const QUIET = { quietGeneral: true, quietError: true } as const;
const SEARCH_QUERY = "search:";

/** Returns the part of a query's key that names the asking identity, and the child that a parent has chosen. */
function useAsker(): string {
  const child = useStore(chosenChild, ({ id }) => id ?? "");
  return child + useSession(({ identity, user }) => `${identity ?? ""}:${user?.school?.id ?? ""}:`);
}

/** The point in time that each search shows: its first page gives it, further pages send it back. */
const moments = new Map<string, string>();

export function useSearch(search: Search) {
  const asker = useAsker();
  const about = asker + searchKey(search);
  return useQuery<SearchAnswer>(
    `${SEARCH_QUERY}${about}:${search.page}:${search.size}`,
    async () => {
      const as_of = search.page === 1 ? undefined : moments.get(about);
      const answer = await send(
        searchContent,
        {
          keyword: search.keyword,
          type_id: search.type,
          stage_id: search.stage,
          grade_id: search.grade,
          subject_id: search.subject,
          sort: search.sort,
          page: search.page,
          page_size: search.size,
          ...ofChild(),
          ...(as_of !== undefined && { as_of }),
        },
        QUIET,
      );
      if (answer.as_of !== "") moments.set(about, answer.as_of);
      return answer;
    },
  );
}

/**
 * Finds people by the keyword, for who may (SF-02), together with the part of the page that shows them: it is there with
 * the results, and nothing moves. Null for nobody, and where they could not be found.
 */
export function usePeople(keyword: string) {
  const asker = useAsker();
  const isPupil = useSession(({ identity }) => identity === "student");
  return useQuery(`${SEARCH_QUERY}people:${asker}${keyword}`, async () => {
    if (isPupil || keyword === "") return null;
    try {
      const { findFor, People } = await import("./people.tsx");
      const found = await findFor(keyword);
      return found && { found, People };
    } catch {
      return null;
    }
  });
}

/** Forgets earlier results, which may have changed since, for a page that opens. */
export function searchAnew(): void {
  invalidate(SEARCH_QUERY);
}

export function useContent(id: string) {
  const asker = useAsker();
  return useQuery<ContentDetail>(`content:${asker}${id}`, () => send(readContent, { id }, QUIET));
}
