/** In-app paths of the search feature, as its own address table has them (RT-12, RT-13). */
export function resultsPath(keyword: string): string {
  return `/search-result/index/${encodeURIComponent(keyword)}`;
}

export function resourcePath(keyword: string, id: string): string {
  return `/search-result/description/${encodeURIComponent(keyword)}/${encodeURIComponent(id)}`;
}
