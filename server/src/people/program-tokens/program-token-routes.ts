import { createProgramToken, listProgramTokens, revokeProgramToken } from '@fieldwatch/contract/people/program-tokens'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { createToken, listTokens, type ProgramTokenParts, revokeToken } from './change-program-tokens.ts'

/** Tokens by which programs call the API: of people, and of entities for their admins. */
export function registerProgramTokenRoutes(app: FastifyInstance, parts: ProgramTokenParts): void {
  addRoute(app, listProgramTokens, async ({ caller, query }) =>
    success({ tokens: await listTokens(parts.db, caller, query.entity) }),
  )

  addRoute(app, createProgramToken, async ({ caller, body, reply }) => {
    void reply.header('cache-control', 'no-store')
    return success(await createToken(parts, caller, body))
  })

  addRoute(app, revokeProgramToken, async ({ caller, body }) => {
    await revokeToken(parts, caller, body.tokenID)
    return done()
  })
}
