import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'

/** What tells more about the portal than people need: its figures and its API document. */
const OF_OPERATORS = ['/metrics', '/api/docs']

/** Shows the pages of operators only to who sends the token: as a bearer, or as the password that a browser asks for. */
export function registerOperatorGate(app: FastifyInstance, token: string): void {
  const expected = digestOf(token)
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions
    if (!OF_OPERATORS.some((path) => url === path || url?.startsWith(`${path}/`))) return
    const sent = tokenOf(request.headers.authorization ?? '')
    if (sent !== undefined && timingSafeEqual(digestOf(sent), expected)) return
    reply.header('www-authenticate', 'Basic realm="Fieldwatch for operators", charset="UTF-8"')
    const code = sent === undefined ? 'auth/missing-token' : 'auth/invalid-token'
    throw new DomainError(code, {
      message: 'This is for operators, who know FIELDWATCH_OPERATOR_TOKEN of this portal.',
    })
  })
}

function tokenOf(authorization: string): string | undefined {
  const [, scheme, credential = ''] = /^(Bearer|Basic) +(.*)$/i.exec(authorization) ?? []
  if (scheme?.toLowerCase() !== 'basic') return scheme && credential
  const text = Buffer.from(credential, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

/** Of one length, whatever was sent. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
