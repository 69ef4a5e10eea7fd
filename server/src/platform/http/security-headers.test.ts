import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { contentSecurityPolicy, registerSecurityHeaders } from './security-headers.ts'

type Options = Parameters<typeof contentSecurityPolicy>[0]

const policyOf = (given: Partial<Options>) =>
  contentSecurityPolicy({ mapOrigins: [], googleMaps: false, frameOrigins: () => [], ...given }).directives

async function hstsOf(headers: Readonly<Record<string, string>>, hstsSubdomains?: boolean) {
  const app = Fastify({ trustProxy: true })
  registerSecurityHeaders(app, { mapOrigins: [], googleMaps: false, frameOrigins: () => [], hstsSubdomains })
  app.get('/', async () => '')
  const { headers: sent } = await app.inject({ url: '/', headers })
  return sent['strict-transport-security']
}

describe('the demand to use TLS', () => {
  it('is sent only over HTTPS, and covers only the name of the portal by default', async () => {
    const byTls = { 'x-forwarded-proto': 'https' }

    assert.equal(await hstsOf({}), undefined)
    assert.equal(await hstsOf({ 'x-forwarded-proto': 'http' }, true), undefined)
    assert.equal(await hstsOf(byTls), 'max-age=15724800')
    assert.equal(await hstsOf(byTls, true), 'max-age=15724800; includeSubDomains')
  })
})

describe('the content policy', () => {
  it('lets only the portal be loaded from without another map', () => {
    const { scriptSrc, imgSrc, fontSrc, connectSrc } = policyOf({})

    assert.deepEqual(
      { scriptSrc, imgSrc, fontSrc, connectSrc },
      {
        scriptSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
      },
    )
  })

  it('lets the map load pictures, fonts and data from its origins, and no code', () => {
    const { imgSrc, fontSrc, connectSrc, scriptSrc, workerSrc } = policyOf({ mapOrigins: ['https://tiles.example'] })

    for (const sources of [imgSrc, fontSrc, connectSrc]) assert.ok(sources.includes('https://tiles.example'))
    for (const sources of [scriptSrc, workerSrc]) assert.ok(!sources.includes('https://tiles.example'))
  })

  it('lets Google Maps load its code when it draws the maps, and no inline code', () => {
    const { scriptSrc, imgSrc } = policyOf({ googleMaps: true })

    assert.ok(scriptSrc.includes('https://*.googleapis.com'))
    assert.ok(imgSrc.includes('https://*.gstatic.com'))
    assert.ok(!scriptSrc.includes("'unsafe-inline'"))
  })

  it('opens in frames only itself and the apps that there are now', () => {
    let origins = ['https://valves.example']
    const { frameSrc } = policyOf({ frameOrigins: () => origins })
    const written = () => frameSrc.map((source) => (typeof source === 'string' ? source : source())).join(' ')

    assert.equal(written(), "'self' https://valves.example")
    origins = []
    assert.equal(written().trim(), "'self'")
  })
})
