declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  /** A provider of OpenID Connect for tests, which has no types of its own. */
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
  }
}
