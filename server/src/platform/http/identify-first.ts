import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface Identified<Sender> {
  /** Undefined for a request whose sender was not found. */
  readonly find: (request: FastifyRequest) => Sender | undefined
  readonly get: (request: FastifyRequest) => Sender
}

/** Finds who sends each request of a scope before its body is read; without a sender the failure is the answer. */
export function identifyFirst<Sender extends object>(
  scope: FastifyInstance,
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Sender>,
): Identified<Sender> {
  const known = new WeakMap<FastifyRequest, Sender>()
  scope.addHook('onRequest', async (request, reply) => void known.set(request, await identify(request, reply)))
  return {
    find: (request) => known.get(request),
    get: (request) => {
      const sender = known.get(request)
      if (sender === undefined) throw new Error(`${request.routeOptions.url} has no sender`)
      return sender
    },
  }
}
