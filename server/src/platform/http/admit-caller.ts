import type { FastifyInstance } from 'fastify'
import { bearerOf, isProgramToken } from './bearer.ts'
import { requireScope } from './require-scope.ts'

/**
 * Finds who sends each request, and lets a program in where the scope of the endpoint is among those of its token.
 */
export function registerAdmission(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined) return
    const { authorization } = request.headers
    // Units have tokens of their own, and what is public needs none.
    const isForCaller =
      endpoint.access === 'session' || (endpoint.scope !== undefined && isProgramToken(bearerOf(authorization)))
    if (!isForCaller) return
    const caller = await app.authenticator.authenticate(authorization, request.ip)
    requireScope(caller.token, endpoint)
    request.caller = caller
  })
}
