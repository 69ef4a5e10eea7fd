import { describe, expect, it } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

describe('where a visitor is led after signing in', () => {
  it.each([
    ['/dashboard/pump-1?range=24h#top', '/dashboard/pump-1?range=24h#top'],
    ['/', '/'],
    ['/dashboard/../dashboard', '/dashboard'],
  ])('%s is a page of the portal', (address, redirect) => {
    expect(safeRedirect(address)).toBe(redirect)
  })

  it.each([
    [undefined],
    [''],
    ['dashboard'],
    ['https://elsewhere.example/dashboard'],
    ['//elsewhere.example/dashboard'],
    ['/\\elsewhere.example'],
    ['/\t/elsewhere.example'],
    ['/.//elsewhere.example'],
    ['javascript:alert(1)'],
    ['/login?redirect=/login'],
    ['/reset-password'],
    ['/api/v1/me'],
  ])('%j leads nowhere', (address) => {
    expect(safeRedirect(address)).toBeUndefined()
  })
})
