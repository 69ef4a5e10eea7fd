import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentSecurityPolicy } from './security-headers.ts'

describe('the content policy', () => {
  it('lets only the portal be loaded from without another map', () => {
    const { imgSrc, fontSrc, connectSrc } = contentSecurityPolicy([]).directives

    assert.deepEqual(
      { imgSrc, fontSrc, connectSrc },
      { imgSrc: ["'self'", 'data:', 'blob:'], fontSrc: ["'self'", 'data:'], connectSrc: ["'self'"] },
    )
  })

  it('lets the map load pictures, fonts and data from its origins, and no code', () => {
    const { imgSrc, fontSrc, connectSrc, scriptSrc, workerSrc } = contentSecurityPolicy([
      'https://tiles.example',
    ]).directives

    for (const sources of [imgSrc, fontSrc, connectSrc]) assert.ok(sources.includes('https://tiles.example'))
    for (const sources of [scriptSrc, workerSrc]) assert.ok(!sources.includes('https://tiles.example'))
  })
})
