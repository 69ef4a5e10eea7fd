import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorBody } from './error-reply.ts'
import { sentencesFor } from './reader-language.ts'

interface Address {
  readonly segments: readonly string[]
  readonly methods: Set<string>
}

/** Answers what no route takes: 404, or 405 with `Allow` where the address has other methods (RFC 9110, section 15.5.6). */
export function registerUnknownAddresses(app: FastifyInstance): void {
  const addresses = new Map<string, Address>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.endpoint === undefined) return
    const address = addresses.get(url) ?? { segments: segmentsOf(url), methods: new Set() }
    for (const one of [method].flat()) address.methods.add(one)
    addresses.set(url, address)
  })

  app.setNotFoundHandler((request, reply) => {
    const segments = segmentsOf(pathOf(request))
    const methods = [...addresses.values()].flatMap((address) =>
      isAt(address.segments, segments) ? [...address.methods] : [],
    )
    if (methods.length === 0) return refuse(request, reply, 'request/not-found')
    reply.header('allow', [...new Set(methods)].sort().join(', '))
    return refuse(request, reply, 'request/method-not-allowed')
  })
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  code: 'request/not-found' | 'request/method-not-allowed',
): void {
  request.failureCode = code
  const body = errorBody({ code }, sentencesFor(request))
  reply.code(body.statusCode).send(body)
}

function pathOf({ url }: FastifyRequest): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** A slash at the end makes no difference. */
function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/')
}

/** Whether a path is at an address such as `/api/v1/export/:dataID/:subject.csv`. */
function isAt(address: readonly string[], path: readonly string[]): boolean {
  return (
    address.length === path.length &&
    address.every((wanted, index) => {
      const found = path[index] ?? ''
      if (!wanted.startsWith(':')) return found === wanted
      const end = wanted.includes('.') ? wanted.slice(wanted.indexOf('.')) : ''
      return found.length > end.length && found.endsWith(end)
    })
  )
}
