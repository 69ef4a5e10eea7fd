import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOrigin, appSlug, AppUrl } from './apps.ts'

describe('the word for an app in an address', () => {
  // spec 1-2-56
  it('is its name in lower case with spaces turned into hyphens', () => {
    assert.equal(appSlug('Pressure Sensor'), 'pressure-sensor')
    assert.equal(appSlug(' Valve  Plan B '), 'valve-plan-b')
    assert.equal(appSlug('Xetasense'), 'xetasense')
  })
})

describe('the address of an app', () => {
  for (const url of ['https://valves.example/app?x=1', 'http://10.0.0.7:3000', '/page_blth_app']) {
    it(`may be ${url}`, () => assert.ok(AppUrl.safeParse(url).success))
  }

  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    '/dashboard',
    '//valves.example',
    'valves.example',
    '',
  ]) {
    it(`may not be ${url === '' ? 'nothing' : url}`, () => {
      assert.match(AppUrl.safeParse(url).error?.issues[0]?.message ?? '', /^fields\.app-address/)
    })
  }
})

describe('the origin of an app', () => {
  it('is that of its address, and our own pages have none', () => {
    assert.equal(appOrigin('https://Valves.example/app?x=1'), 'https://valves.example')
    assert.equal(appOrigin('http://[::1]:3000/'), 'http://[::1]:3000')
    assert.equal(appOrigin('/page_blth_app'), undefined)
  })
})
