import { parentPort } from 'node:worker_threads'
import { ENDPOINTS } from '@fieldwatch/contract/endpoints'
import Fastify from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { addRoute } from './add-route.ts'
import type { WrittenDocument } from './api-document.ts'
import { compileCheck } from './check-shape.ts'
import { registerOpenApi } from './open-api.ts'

/** The document says what the contract does: it needs the endpoints, and nothing that answers them. */
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
app.setValidatorCompiler(compileCheck)
app.setSerializerCompiler(serializerCompiler)
await registerOpenApi(app)
await app.register(async (features) => {
  for (const endpoint of ENDPOINTS)
    addRoute(features, endpoint, () => Promise.reject(new Error('a description answers nothing')))
})
await app.ready()
const document: WrittenDocument = { json: JSON.stringify(app.swagger()), yaml: app.swagger({ yaml: true }) }
parentPort?.postMessage(document, [])
