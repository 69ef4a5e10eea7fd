import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { API_BASE } from '@fieldwatch/contract/endpoint'
import { NAMED_SCHEMAS } from '@fieldwatch/contract/named-schemas'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createApiDocument } from './api-document.ts'
import { describeEndpoint } from './describe-endpoint.ts'
import { createPace, ONE_BY_ONE } from './pace.ts'
import { tidyDocument } from './tidy-document.ts'

const DOCS = '/api/docs'
const FORMATS = [
  { name: 'json', type: 'application/json; charset=utf-8' },
  { name: 'yaml', type: 'application/x-yaml' },
] as const

const schemaRegistry = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) schemaRegistry.add(schema, { id })

const writeShapes = createJsonSchemaTransform({ schemaRegistry })
const writeNamedShapes = createJsonSchemaTransformObject({ schemaRegistry })

/** The API described by OpenAPI 3.1 at `/api/docs/json`, and a page to read it at `/api/docs`. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fieldwatch',
        description: 'The HTTP API of the portal, for people, for programs and for units.',
        version: API_BASE.slice(API_BASE.lastIndexOf('/') + 1),
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: '/', description: 'This portal' }],
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'ID token of a person' },
          unit: { type: 'http', scheme: 'bearer', description: 'Token of a unit' },
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'Token of a program, made for the scope that is named',
          },
        },
      },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const endpoint = route.config?.endpoint
      const described = endpoint === undefined ? schema : { ...schema, ...describeEndpoint(endpoint) }
      // The address with and without a slash at the end counts once.
      return writeShapes({ ...rest, route, schema: described, url: url.replace(/(?<=.)\/$/, '') })
    },
    transformObject: (document) => tidyDocument(writeNamedShapes(document)),
  })
  const getDocument = createApiDocument()
  const inTurn = createPace(ONE_BY_ONE)
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    staticCSP: true,
    uiHooks: {
      // The plugin itself would write the document for each request.
      preHandler: ({ routeOptions: { url } }, reply, done) => {
        const format = FORMATS.find(({ name }) => url === `${DOCS}/${name}`)
        if (format === undefined) return done()
        const send = async (): Promise<void> => {
          const document = await getDocument()
          await inTurn()
          void reply.type(format.type).send(document[format.name])
        }
        send().catch(done)
      },
    },
  })
}
