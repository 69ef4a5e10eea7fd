import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type JsonBounds, requireBoundedJson } from './bounded-json.ts'
import { createPace, ONE_BY_ONE, type Pace } from './pace.ts'
import { readBytes } from './read-bytes.ts'

/**
 * Twice the values of the longest list of ids or the largest template; JSON within these bounds is parsed and checked in some
 * milliseconds.
 */
const BOUNDS: JsonBounds = { values: 25_000, depth: 64 }

/** Shorter bodies are parsed and checked at once, longer ones one in each turn of the event loop. */
const SHORT_BYTES = 32 * 1024

/** Reads JSON bodies. An empty one is accepted, as some clients declare JSON on every request. */
export function registerJsonReader(app: FastifyInstance): void {
  const inTurn = createPace(ONE_BY_ONE)
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', (request, payload, done) => {
    readBody(request, payload, inTurn).then(
      (body) => {
        if (body.length === 0 && request.routeOptions.config.endpoint?.body instanceof z.ZodUndefined)
          done(null, undefined)
        else void readJson(request, body.toString(), done)
      },
      (error: unknown) => done(error as Error),
    )
  })
}

async function readBody(request: FastifyRequest, payload: Readable, inTurn: Pace): Promise<Buffer> {
  const body = await readRaw(request, payload)
  if (body.length > SHORT_BYTES) await inTurn()
  requireBoundedJson(body, BOUNDS)
  return body
}

/** The bytes of a body, up to the limit of its route. */
export function readRaw(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  return readBytes(payload, { announced, limit: request.routeOptions.bodyLimit, pace: request.server.pace })
}

/** Leaves JSON bodies of the routes that are registered on `app` afterwards to their handlers, as `takeBody` hands them out. */
export function leaveJsonUnread(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', readRaw)
}

/** The bytes of a body, which is not kept with its request. */
export function takeBody(request: { body: unknown }): Buffer {
  const { body } = request
  request.body = undefined
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}
