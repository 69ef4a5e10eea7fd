import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { silentLog } from '#testing/test-database.ts'
import { buildApp } from '#app.ts'
import type { PageFrames } from './page-frames.ts'
import { registerWebAppRoutes } from './web-app-routes.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-web-'))
after(() => rm(folder, { recursive: true }))
await mkdir(join(folder, 'dist/assets'), { recursive: true })
await mkdir(join(folder, 'dist/page_blth_app'), { recursive: true })
await mkdir(join(folder, 'dist/drawing'), { recursive: true })
await mkdir(join(folder, 'dist/pages/shown'), { recursive: true })
await mkdir(join(folder, 'dist/pages/board'), { recursive: true })
const script = 'export const answer = 42\n'
for (const [name, content] of [
  ['dist/index.html', '<title>Fieldwatch</title>'],
  ['dist/favicon.svg', '<svg/>'],
  ['dist/page_blth_app/index.html', '<title>Calibrate</title>'],
  ['dist/drawing/index.html', '<title>Drawing</title>'],
  ['dist/pages/shown/index.html', '<title>Shown</title>'],
  ['dist/pages/board/index.html', '<title>Board</title>'],
  ['dist/assets/index-Ab12.js', script],
  ['dist/assets/index-Ab12.js.gz', gzipSync(script)],
  ['secret.txt', 'secret'],
] as const) {
  await writeFile(join(folder, name), content)
}

async function openApp(webFolder: string, options: { frames?: PageFrames; pages?: readonly string[] } = {}) {
  const app = await buildApp({
    authenticator: {
      authenticate: () => Promise.reject(new Error('there is no sign-in here')),
      reload: async (caller) => caller,
    },
    metrics: createMetrics(),
    log: silentLog,
    trustProxy: false,
    mapOrigins: [],
    googleMaps: false,
    frameOrigins: () => [],
    register: (features) => registerWebAppRoutes(features, webFolder, options),
  })
  after(() => app.close())
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
}

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the built web app', async () => {
  const get = await openApp(join(folder, 'dist'))

  for (const path of ['/', '/dashboard', '/dashboard/unit.1/time-series?range=24h', '/metricsandmore', '/index.html']) {
    test(`answers a browser at ${path} with its page, to be asked for each time`, async () => {
      const reply = await get(path, html)
      assert.equal(reply.statusCode, 200)
      assert.equal(reply.body, '<title>Fieldwatch</title>')
      assert.match(reply.headers['content-type'] ?? '', /^text\/html/)
      assert.equal(reply.headers['cache-control'], 'no-cache')
    })
  }

  test('keeps a file with a hash in its name for a year', async () => {
    const reply = await get('/assets/index-Ab12.js')
    assert.equal(reply.body, script)
    assert.equal(reply.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(reply.headers['content-type'] ?? '', /javascript/)
  })

  test('is sent compressed to those who understand it', async () => {
    const reply = await get('/assets/index-Ab12.js', { 'accept-encoding': 'gzip' })
    assert.equal(reply.headers['content-encoding'], 'gzip')
    assert.deepEqual(reply.rawPayload, gzipSync(script))
  })

  test('has other files that are asked for each time', async () => {
    const reply = await get('/favicon.svg')
    assert.equal(reply.statusCode, 200)
    assert.equal(reply.headers['cache-control'], 'no-cache')
  })

  test('has the small page for calibrating at an address of its own', async () => {
    const reply = await get('/page_blth_app?appId=calibrate&dataID=a', html)
    assert.equal(reply.body, '<title>Calibrate</title>')
    assert.equal(reply.headers['cache-control'], 'no-cache')
  })

  for (const path of ['/assets/gone.js', '/api/v1/nothing', '/.well-known/nothing', '/mqtt', '/healthz/x', '/api']) {
    test(`has no page at ${path}, even for a browser`, async () => {
      const reply = await get(path, html)
      assert.equal(reply.statusCode, 404)
      assert.equal(reply.json().code, 'request/not-found')
    })
  }

  for (const path of ['/dashboard', '/dashboard/unit.one', '/dashboard/unit.one/time-series', '/login']) {
    for (const accept of [undefined, '*/*', 'text/*;q=0.5']) {
      test(`answers a monitor at ${path} that accepts ${accept ?? 'nothing in particular'} with its page`, async () => {
        const reply = await get(path, accept === undefined ? {} : { accept })
        assert.equal(reply.statusCode, 200)
        assert.equal(reply.body, '<title>Fieldwatch</title>')
      })
    }
  }

  for (const [path, accept] of [
    ['/nothing.png', 'image/*'],
    ['/nothing.png', '*/*'],
    ['/fonts/nothing.woff2', '*/*'],
    ['/api/v1/nothing', '*/*'],
    ['/assets/gone.js', '*/*'],
    ['/metrics/x', '*/*'],
    ['/dashboard', 'application/json'],
    ['/dashboard', 'text/event-stream'],
  ] as const) {
    test(`answers a program that asks for ${accept} at ${path} with an error`, async () => {
      const reply = await get(path, { accept })
      assert.equal(reply.statusCode, 404)
      assert.equal(reply.json().code, 'request/not-found')
    })
  }

  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%',
  ]) {
    test(`gives nothing from outside its folder at ${path}`, async () => {
      assert.equal((await get(path)).body.includes('secret'), false)
    })
  }
})

test('A page of an extension is framed by the pages that the extension names, and without any by none', async () => {
  const named = ['https://www.example.com', 'http://localhost:3000']
  const get = await openApp(join(folder, 'dist'), {
    pages: ['/shown', '/board'],
    frames: async (path) => (path === '/board' ? undefined : path === '/shown/named' ? named : []),
  })
  const [framed, plain, drawn] = [
    await get('/shown/named', html),
    await get('/shown/x.y', html),
    await get('/drawing', html),
  ]
  const others = [await get('/dashboard', html), await get('/board', html)]

  for (const { body } of [framed, plain]) assert.equal(body, '<title>Shown</title>')
  assert.equal(drawn.body, '<title>Drawing</title>')
  const policyOf = ({ headers }: typeof framed) => String(headers['content-security-policy'])
  assert.match(policyOf(framed), /;frame-ancestors https:\/\/www\.example\.com http:\/\/localhost:3000;/)
  assert.equal(framed.headers['x-frame-options'], undefined)
  for (const unframed of [plain, drawn]) {
    assert.match(policyOf(unframed), /;frame-ancestors 'none';/)
    assert.equal(unframed.headers['x-frame-options'], 'DENY')
  }
  for (const other of others) assert.match(policyOf(other), /;frame-ancestors 'self';/)
  assert.equal(framed.headers['referrer-policy'], 'no-referrer')
  assert.match(policyOf(framed), /script-src 'self';/)
})

test('A build that comes while the server runs is served at once', async () => {
  const dist = join(folder, 'later')
  const get = await openApp(dist)
  assert.equal((await get('/', html)).statusCode, 503)
  await mkdir(dist)
  await writeFile(join(dist, 'index.html'), '<title>Later</title>')
  assert.equal((await get('/', html)).body, '<title>Later</title>')
})

test('Without a build, a browser shows in plain words what to do', async () => {
  const get = await openApp(join(folder, 'nothing'))
  const reply = await get('/dashboard', html)
  assert.equal(reply.statusCode, 503)
  assert.match(reply.body, /http-equiv="refresh".*not built yet.*opens by itself.*npm run build/s)
  assert.equal((await get('/api/v1/nothing')).statusCode, 404)
})

describe('the page of an extension', async () => {
  const dist = join(folder, 'dist')
  const isOn = await openApp(dist, { pages: ['/board'] })
  const isOff = await openApp(dist)

  test('is at its address, to be asked for each time', async () => {
    const reply = await isOn('/board', html)
    assert.equal(reply.body, '<title>Board</title>')
    assert.equal(reply.headers['cache-control'], 'no-cache')
  })

  test('is nowhere while the extension is off', async () => {
    assert.equal((await isOff('/board', html)).body, '<title>Fieldwatch</title>')
    for (const get of [isOn, isOff])
      for (const path of ['/pages/board', '/pages/board/index.html', '/assets/../pages/board/index.html'])
        assert.doesNotMatch((await get(path, html)).body, /Board/)
  })
})
