/** Content security policy of every page: only our own origin, and those that maps load from. */
export function contentSecurityPolicy(mapOrigins: readonly string[]) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Components set widths and positions as inline styles.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...mapOrigins],
      fontSrc: ["'self'", 'data:', ...mapOrigins],
      connectSrc: ["'self'", ...mapOrigins],
      workerSrc: ["'self'", 'blob:'],
      frameAncestors: ["'self'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      objectSrc: ["'none'"],
    },
  }
}
