import { useNavigate } from '@tanstack/react-router'

/** Where a link to a page of an extension leads: the router does not know their addresses. */
export function pageLink(path: `/${string}`) {
  return { to: '/$', params: { _splat: path.slice(1) } } as const
}

/** Changes what follows the question mark in the address of a page of an extension, which the router knows nothing of. */
export function useSearchOfPage(): (search: object) => void {
  const navigate = useNavigate()
  return (search) => void navigate({ to: '.', search: (() => search) as never, replace: true, resetScroll: false })
}
