/** Content security policy of every page: only our own origin, and that of the configured map. */
export function contentSecurityPolicy(mapStyleUrl: string | undefined) {
  const map = mapStyleUrl === undefined ? [] : [new URL(mapStyleUrl).origin]
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Components set widths and positions as inline styles.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...map],
      fontSrc: ["'self'", 'data:', ...map],
      connectSrc: ["'self'", ...map],
      workerSrc: ["'self'", 'blob:'],
      frameAncestors: ["'self'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      objectSrc: ["'none'"],
    },
  }
}
