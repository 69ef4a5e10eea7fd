import { parentPort } from 'node:worker_threads'
import Fastify from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { addRoute } from './platform/http/add-route.ts'
import type { WrittenDocument } from './api-document.ts'
import { ENDPOINTS, NAMED_ENDPOINTS, SCHEMAS_OF_EXTENSIONS } from './endpoints.ts'
import { compileCheck } from './platform/http/check-shape.ts'
import { registerOpenApi } from './platform/http/open-api.ts'

/** The document says what the contract does: it needs the endpoints, and nothing that answers them. */
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
app.setValidatorCompiler(compileCheck)
app.setSerializerCompiler(serializerCompiler)
await registerOpenApi(app, {
  endpoints: NAMED_ENDPOINTS,
  schemas: SCHEMAS_OF_EXTENSIONS,
  getDocument: () => Promise.reject(new Error('this thread writes it')),
})
await app.register(async (features) => {
  for (const endpoint of ENDPOINTS)
    addRoute(features, endpoint, () => Promise.reject(new Error('a description answers nothing')))
})
await app.ready()
const document: WrittenDocument = { json: JSON.stringify(app.swagger()), yaml: app.swagger({ yaml: true }) }
parentPort?.postMessage(document, [])
