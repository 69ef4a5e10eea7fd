/** Where a link to a page of an extension leads: the router does not know their addresses. */
export function pageLink(path: `/${string}`) {
  return { to: '/$', params: { _splat: path.slice(1) } } as const
}
