const SCHEME = 'data-mantine-color-scheme'

/** Reads something of the page as it is in the light scheme: paper is white. The browser draws nothing in between. */
export function inLightScheme<T>(read: () => T): T {
  const root = document.documentElement
  const before = root.getAttribute(SCHEME)
  root.setAttribute(SCHEME, 'light')
  try {
    return read()
  } finally {
    if (before === null) root.removeAttribute(SCHEME)
    else root.setAttribute(SCHEME, before)
  }
}
