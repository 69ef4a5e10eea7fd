import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** Reads JSON bodies. Clients that call every body JSON may send an empty one where none is taken. */
export function registerJsonReader(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '' && request.routeOptions.config.endpoint?.body instanceof z.ZodUndefined) done(null, undefined)
    else void readJson(request, text, done)
  })
}
