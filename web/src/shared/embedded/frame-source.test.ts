import { describe, expect, it } from 'vitest'
import { frameSource } from './embedded-app.tsx'

const OWN = 'https://portal.example'

describe('the address of a frame', () => {
  // spec 1-2-18
  it('is that of the app with the ids that it is given, beside its own parameters', () => {
    expect(frameSource('https://valves.example/app?mode=a#plan', { appId: 'v 1', dataID: 'tank.1' }, OWN)).toEqual({
      src: 'https://valves.example/app?mode=a&appId=v+1&dataID=tank.1#plan',
      origin: 'https://valves.example',
    })
  })

  it('may be a page of our own that is made for it', () => {
    expect(frameSource('/page_blth_app', { appId: 'c' }, OWN)?.src).toBe('https://portal.example/page_blth_app?appId=c')
  })

  it.each([
    '/dashboard',
    'https://portal.example/files/upload.html',
    '/page_blth_app/../files/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://portal.example/1',
    'https://',
  ])('is never %s', (url) => {
    expect(frameSource(url, { appId: 'x' }, OWN)).toBeUndefined()
  })
})
