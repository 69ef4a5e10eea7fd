import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AnyEndpoint, IdempotencyKey } from '@fieldwatch/contract/api/endpoint'
import { XLSX_TYPE } from '@fieldwatch/contract/tables/xlsx-cells'
import { ENDPOINTS, NAMED_ENDPOINTS } from '#endpoints.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { z } from 'zod'
import { createTestApp } from '#testing/test-app.ts'
import { addressRows } from '#testing/documents/document-tables.ts'
import { createTestDatabase } from '#testing/test-database.ts'

interface Reply {
  description: string
  content: Record<string, Content>
}

interface Content {
  schema: { $ref?: string; type?: string }
  example?: unknown
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: { type?: string }
  description?: string
  example?: unknown
}

interface Operation {
  operationId: string
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, Reply>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { anyOf?: unknown; additionalProperties?: unknown }> }
}

const { app } = await createTestApp({ database: await createTestDatabase() })
const text = (await app.inject('/api/docs/json')).body
const document = JSON.parse(text) as Document
const operations = new Map(
  Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one] as const)),
)

const typesOf = (name: string): string[] => Object.keys(operations.get(name)?.responses['200']?.content ?? {})

describe('the API document', () => {
  it('passes the recommended rules of Redocly without a warning', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: { 'no-required-schema-properties-undefined': 'error' },
    })
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })

    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      [],
    )
  })

  it('names each endpoint of the contract, and nothing else', () => {
    assert.deepEqual([...operations.keys()].sort(), Object.keys(NAMED_ENDPOINTS).sort())
  })

  it('names the same addresses as the reference', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const listed = addressRows().map(([method, path]) => `${method} ${path}`)

    assert.deepEqual(described.toSorted(), listed.toSorted())
  })

  it('names endpoints by verb phrases', () => {
    const verbs =
      /^(ask|change|finish|sign|refresh|request|confirm|get|set|list|create|update|delete|invite|verify|cancel|remove|upload|put|rotate|administer|import|query|prepare|export|stream|ingest|check|compare|subscribe|unsubscribe|acknowledge|snooze|add|rehearse|rename|restore|try|use|explain|test|preview|start|undo|post|poll|stop|label|revoke|send|leave|plan)[A-Z]/

    assert.deepEqual(
      Object.keys(NAMED_ENDPOINTS).filter((name) => !verbs.test(name)),
      [],
    )
  })

  it('has one address for each, with and without a slash at the end', async () => {
    assert.deepEqual(
      Object.keys(document.paths).filter((path) => path.endsWith('/')),
      [],
    )
    for (const { method, path } of ENDPOINTS) {
      const url = path.replace(/\/$/, '').replaceAll(/:\w+/g, 'x')
      const [one, other] = await Promise.all([app.inject({ method, url }), app.inject({ method, url: `${url}/` })])
      assert.ok(one.body !== '' || one.statusCode === 204, url)
      assert.equal(other.statusCode, one.statusCode, url)
    }
  })

  it('lists how each endpoint may fail', () => {
    const failuresOf = (name: string) =>
      Object.keys(operations.get(name)?.responses ?? {}).filter((one) => one !== '200')

    assert.deepEqual(failuresOf('createUnit'), [
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ])
    assert.deepEqual(failuresOf('checkAlive'), ['400', '500', '503'])
    assert.match(operations.get('createUnit')?.responses['409']?.description ?? '', /`unit\/exists`/)
    for (const { operationId, responses } of operations.values()) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status === '200') continue
        assert.equal(content['application/json']?.schema.$ref, '#/components/schemas/Failure', operationId)
      }
    }
  })

  it('has a schema of its own for a list of units and for one unit', () => {
    assert.deepEqual(operations.get('listUnits')?.responses['200']?.content['application/json']?.schema, {
      anyOf: [{ $ref: '#/components/schemas/UnitListReply' }, { $ref: '#/components/schemas/UnitReply' }],
    })
  })

  it('describes bodies that are not JSON', () => {
    assert.deepEqual(typesOf('getSeries'), ['application/vnd.apache.arrow.stream'])
    assert.deepEqual(typesOf('exportData'), ['text/csv'])
    assert.deepEqual(typesOf('exportWorkbook'), [XLSX_TYPE])
    assert.deepEqual(typesOf('streamSource'), ['text/event-stream'])
    assert.deepEqual(typesOf('getMetrics'), ['text/plain'])
  })

  it('leaves replies open for keys of later versions, and bodies as closed as they are', () => {
    assert.equal(document.components.schemas['DataDocument']?.additionalProperties, undefined)
    assert.match(text, /"additionalProperties":false/)
  })
})

describe('what the API document explains', () => {
  for (const [name, endpoint] of Object.entries<AnyEndpoint>(NAMED_ENDPOINTS)) {
    const { summary, parameters = [], requestBody, responses } = operations.get(name) ?? assert.fail(name)

    it(`has a summary of ${name}, and a sentence and an example of each parameter`, () => {
      assert.match(summary, /^\S.+/)
      for (const { name: parameter, description } of parameters)
        assert.match(description ?? '', /^[A-Z`0-9].*\.$/, `${name}.${parameter}`)
      const sent = (part: Parameter['in']) =>
        Object.fromEntries(parameters.filter((one) => one.in === part).map((one) => [one.name, String(one.example)]))
      for (const [part, schema] of [
        ['path', endpoint.params],
        ['query', endpoint.query],
      ] as const) {
        if (schema instanceof z.ZodUndefined) continue
        for (const [key, value] of Object.entries(sent(part)))
          assert.deepEqual(issuesAt(schema, { [key]: value }, key), [], `${name}.${key}: ${value}`)
      }
      for (const key of Object.values(sent('header'))) assert.ok(IdempotencyKey.safeParse(key).success, name)
    })

    it(`has an example of what ${name} takes and answers that its schemas accept`, async () => {
      if (!(endpoint.body instanceof z.ZodUndefined)) {
        for (const { example } of Object.values(requestBody?.content ?? {})) {
          const isForm = endpoint.bodyFormat === 'multipart' && JSON.stringify(example).includes('"file":')
          const body = isForm ? Object.assign({}, example, { file: new File(['bytes'], 'a.png') }) : example
          assert.deepEqual((await endpoint.body.safeParseAsync(body)).error?.issues ?? [], [], name)
        }
      }
      if (endpoint.format !== 'json' || endpoint.reply instanceof z.ZodUndefined) return
      for (const { example } of Object.values(responses['200']?.content ?? {})) {
        assert.notEqual(example, undefined, name)
        assert.deepEqual(endpoint.reply.safeParse(example).error?.issues ?? [], [], name)
      }
    })
  }
})

function issuesAt(schema: z.ZodType, value: unknown, key: string): readonly unknown[] {
  return (schema.safeParse(value).error?.issues ?? []).filter(({ path }) => path[0] === key)
}
