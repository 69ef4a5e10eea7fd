/** Any origin: only whether an address stays on it matters. */
const ORIGIN = 'https://portal.invalid'

/**
 * The path, query and fragment of `address` when it leads to a page of this portal behind the sign-in; undefined when
 * it leads elsewhere (`//elsewhere.example`, `javascript:`), cannot be read, or is one of the public pages.
 */
export function safeRedirect(address: string | undefined): string | undefined {
  if (address === undefined || !address.startsWith('/') || !URL.canParse(address, ORIGIN)) return undefined
  const { origin, pathname, search, hash } = new URL(address, ORIGIN)
  if (origin !== ORIGIN || pathname.startsWith('//')) return undefined
  if (/^\/(login|reset-password|api)(\/|$)/.test(pathname)) return undefined
  return `${pathname}${search}${hash}`
}
