import type { AnyEndpoint } from '@fieldwatch/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'
import { bearerOf, isProgramToken } from './bearer.ts'
import type { CallerToken } from './caller.ts'

/**
 * Finds who sends each request, and lets a program in where the scope of the endpoint is among those of its token. This is the one place
 * where scopes are looked at.
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
    if (caller.token !== undefined) requireScope(caller.token, endpoint)
    request.caller = caller
  })
}

/** @throws DomainError access/scope-missing, access/not-for-programs */
function requireScope({ scopes }: CallerToken, { scope }: Pick<AnyEndpoint, 'scope'>): void {
  if (scope === undefined) throw new DomainError('access/not-for-programs')
  if (scopes.includes(scope)) return
  const message = `The token may not be used for this: it lacks the scope ${scope}, or its owner may not use that.`
  throw new DomainError('access/scope-missing', { message, details: { scope } })
}
