import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type AnyEndpoint, API_BASE } from '@fieldwatch/contract/api/endpoint'
import * as namedSchemas from '@fieldwatch/contract/named-schemas'
import { WIDGET_KINDS } from '@fieldwatch/contract/widgets/widget-kinds'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { describeEndpoint } from './describe-endpoint.ts'
import { findParameter } from './describe-parameter.ts'
import { examplesOf } from './endpoint-examples.ts'
import { API_PAGES } from './operator-gate.ts'
import { createPace, ONE_BY_ONE } from './pace.ts'

const FORMATS = [
  { name: 'json', type: 'application/json; charset=utf-8' },
  { name: 'yaml', type: 'application/x-yaml' },
] as const

/** What describes the API, for the page and for generators. */
export interface ApiDocument {
  readonly json: Buffer
  readonly yaml: Buffer
}

export interface DescribedApi {
  /** By `operationId`. */
  readonly endpoints: Readonly<Record<string, AnyEndpoint>>
  /** Shapes of extensions that have a name in the document, by their names. */
  readonly schemas: Readonly<Record<string, z.ZodType>>
  readonly getDocument: () => Promise<ApiDocument>
}

/** The API described by OpenAPI 3.1 at `/api/docs/json`, and a page to read it at `/api/docs`. */
export async function registerOpenApi(
  app: FastifyInstance,
  { endpoints, schemas, getDocument }: DescribedApi,
): Promise<void> {
  const schemaRegistry = nameSchemas(schemas)
  const writeShapes = createJsonSchemaTransform({ schemaRegistry })
  const writeNamedShapes = createJsonSchemaTransformObject({ schemaRegistry })
  const names = new Map(Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]))

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
          share: { type: 'http', scheme: 'bearer', description: 'Pass of an open shared link' },
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
      const described =
        endpoint === undefined ? schema : { ...schema, ...describeEndpoint(endpoint, names.get(endpoint)) }
      // The address with and without a slash at the end counts once.
      return writeShapes({ ...rest, route, schema: described, url: url.replace(/(?<=.)\/$/, '') })
    },
    transformObject: (document) => tidyDocument(writeNamedShapes(document), endpoints),
  })
  const inTurn = createPace(ONE_BY_ONE)
  await app.register(swaggerUi, {
    routePrefix: API_PAGES,
    staticCSP: true,
    uiHooks: {
      // The plugin itself would write the document for each request.
      preHandler: ({ routeOptions: { url } }, reply, done) => {
        const format = FORMATS.find(({ name }) => url === `${API_PAGES}/${name}`)
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

interface Document {
  paths?: unknown
  components?: { schemas?: Record<string, unknown> }
}

const REFERENCE = '#/components/schemas/'

/** The suffix that the schema library gives to the input shape of a schema. */
const OF_BODIES = 'Input'

/** Prepares an API document for client generators: drops unused schemas, and lets replies gain keys in later versions. */
function tidyDocument<D extends Document>(document: D, endpoints: DescribedApi['endpoints']): D {
  const schemas = document.components?.schemas ?? {}
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    for (const name of referencesIn(value)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name])
    }
  }
  visit(document.paths)
  const kept = Object.entries(schemas)
    .filter(([name]) => used.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => [name, name.endsWith(OF_BODIES) ? schema : openShapes(schema)])
  return {
    ...document,
    paths: openReplies(explain(document.paths, endpoints)),
    components: { ...document.components, schemas: Object.fromEntries(kept) },
  }
}

/** Gives each parameter a sentence and an example, and each operation an example of what is sent and answered. */
function explain(paths: unknown, endpoints: DescribedApi['endpoints']): unknown {
  return mapEntries(paths, (path) =>
    mapEntries(path, (operation) => {
      const { operationId = '', parameters, requestBody, responses, ...rest } = operation as Operation
      const endpoint = endpoints[operationId]
      if (endpoint === undefined) return operation
      const { body, reply } = examplesOf(operationId, endpoint)
      return {
        operationId,
        ...rest,
        ...(parameters && { parameters: parameters.map((one) => explainParameter(operationId, one)) }),
        ...(requestBody && { requestBody: withExample(requestBody, body) }),
        responses: mapEntries(responses, (one, status) => (status === '200' ? withExample(one, reply) : one)),
      }
    }),
  )
}

function nameSchemas(ofExtensions: DescribedApi['schemas']) {
  const registry = z.registry<{ id: string }>()
  for (const schemas of [namedSchemas, ...Object.values(WIDGET_KINDS).map(({ named }) => named), ofExtensions])
    for (const [id, schema] of Object.entries<z.ZodType>(schemas)) registry.add(schema, { id })
  return registry
}

interface Operation {
  readonly operationId?: string
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: object
  readonly responses: object
}

function explainParameter(operation: string, parameter: { readonly name: string }) {
  const { sentence, example } = findParameter(operation, parameter.name) ?? {}
  return { ...parameter, description: sentence, example }
}

function withExample(part: unknown, example: unknown): unknown {
  const { content } = part as { content?: object }
  if (content === undefined || example === undefined) return part
  return { ...(part as object), content: mapEntries(content, (of) => ({ ...(of as object), example })) }
}

function referencesIn(value: unknown): string[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.replace(REFERENCE, '')] : referencesIn(inner),
  )
}

/** Allows unknown keys in all replies of `paths`; bodies stay strict. */
function openReplies(value: unknown): unknown {
  return mapEntries(value, (path) =>
    mapEntries(path, (operation) =>
      mapEntries(operation, (part, key) => (key === 'responses' ? openShapes(part) : part)),
    ),
  )
}

function openShapes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openShapes)
  if (!isObject(value)) return value
  const { additionalProperties, ...rest } = value
  return mapEntries(additionalProperties === false ? rest : value, openShapes)
}

function mapEntries(value: unknown, map: (inner: unknown, key: string) => unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner, key)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
