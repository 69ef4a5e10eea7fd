import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { listSignInProviders, refresh } from '@fieldwatch/contract/people/auth'
import { updateUsers } from '@fieldwatch/contract/people/users'
import { buildEntity, buildUser } from '@fieldwatch/server/testing/build-users'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { finishProviderSignIn, startProviderSignIn } from '../contract/open-id-endpoints.ts'
import { openIdSettings, startOpenIdServer } from '../testing/open-id-server.ts'

const PUBLIC_URL = 'https://fieldwatch.example'

const provider = await startOpenIdServer()
provider.register(`${PUBLIC_URL}${finishProviderSignIn.path}`)
const { people } = provider
after(provider.close)

const database = await createTestDatabase()
const openPortal = (issuer: string, settings = {}) =>
  createTestApp({ database, extensionSettings: { ...openIdSettings(issuer), ...settings } })
const { call, db, app, signInAs } = await openPortal(provider.issuer)
const adding = await openPortal(provider.issuer, { FIELDWATCH_OIDC_ADD_TO: 'Open Water' })
const away = await openPortal('http://127.0.0.1:1')

type App = typeof app
const cookiesOf = (cookies: readonly { name: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]))

/** Signs in at the provider as a browser would, or cancels there, with its cookies, and returns with its answer. */
async function goThrough(url: string, login: string | undefined): Promise<string> {
  const jar = new Map<string, string>()
  let next = url
  let form: string | undefined
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    })
    form = undefined
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) {
      const page = await response.text()
      if (login === undefined) {
        next = new URL(/href="([^"]+abort)"/.exec(page)?.[1] ?? '', next).href
        continue
      }
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
      const prompt = page.includes('name="login"') ? `prompt=login&login=${login}&password=x` : 'prompt=consent'
      next = new URL(action, next).href
      form = prompt
      continue
    }
    if (location.startsWith(PUBLIC_URL)) return location
    next = new URL(location, next).href
  }
  throw new Error('the provider never came back')
}

async function signInBy(of: App, login: string, { wanted = '' } = {}) {
  const begun = await of.inject({ url: `${startProviderSignIn.path}${wanted}` })
  assert.equal(begun.statusCode, 302)
  const back = await goThrough(String(begun.headers.location), login)
  const cookies = cookiesOf(begun.cookies)
  const ended = await of.inject({ url: back.slice(PUBLIC_URL.length), cookies })
  return { back, cookies, location: String(ended.headers.location), session: cookiesOf(ended.cookies) }
}

describe('signing in by a provider', () => {
  it('is offered by its name where there is one', async () => {
    const { body } = await call(listSignInProviders)
    assert.deepEqual(body.details, [{ name: 'Water ID', path: startProviderSignIn.path }])
  })

  it('signs in whose verified address is known, and by the subject from then on', async () => {
    const user = await buildUser(db)
    people.set('ada', { email: user.email.toUpperCase(), verified: true })

    const first = await signInBy(app, 'ada')
    assert.equal(first.location, '/dashboard')
    const { body } = await call(refresh, { cookies: first.session })
    assert.equal(body.details.user.id, user.id)
    people.set('ada', { email: 'ada@elsewhere.example', verified: true })
    const second = await signInBy(app, 'ada')

    assert.equal((await call(refresh, { cookies: second.session })).body.details.user.id, user.id)
    const audit = await db.selectFrom('auditLog').select('action').where('subjectId', '=', user.id).execute()
    assert.deepEqual(audit.map(({ action }) => action).toSorted(), ['link provider', 'sign in', 'sign in'])
  })

  it('refuses an address that is not verified or unknown, and says so on the login page', async () => {
    const user = await buildUser(db)
    people.set('eve', { email: user.email, verified: false })
    people.set('stranger', { email: 'stranger@elsewhere.example', verified: true })

    assert.equal((await signInBy(app, 'eve')).location, '/login#problem=auth%2Fprovider-unverified')
    assert.equal((await signInBy(app, 'stranger')).location, '/login#problem=auth%2Fprovider-unknown')
  })

  it('keeps a disabled user out, who was linked before', async () => {
    const admin = await signInAs({ role: 'admin' })
    const user = await buildUser(db, { entityId: admin.entity })
    people.set('ben', { email: user.email, verified: true })
    assert.equal((await signInBy(app, 'ben')).location, '/dashboard')

    await call(updateUsers, { as: admin, body: { userUID: user.id, status: 'disabled' } })

    assert.equal((await signInBy(app, 'ben')).location, '/login#problem=auth%2Fprovider-unknown')
  })

  it('adds an unknown person as a viewer to the entity of the setting', async () => {
    const entity = await buildEntity(db, { name: 'Open Water' })
    people.set('newcomer', { email: 'newcomer@elsewhere.example', verified: true })

    const { location, session } = await signInBy(adding.app, 'newcomer')

    assert.equal(location, '/dashboard')
    const { user } = (await adding.call(refresh, { cookies: session })).body.details
    assert.deepEqual(
      [user.email, user.role, user.entity, user.firstName],
      ['newcomer@elsewhere.example', 'viewer', entity, 'Ola'],
    )
  })

  it('takes an answer once, and from the browser that asked', async () => {
    const user = await buildUser(db)
    people.set('cy', { email: user.email, verified: true })
    const { back, cookies } = await signInBy(app, 'cy')
    const url = back.slice(PUBLIC_URL.length)

    const again = await app.inject({ url, cookies })
    const begun = await app.inject({ url: startProviderSignIn.path })
    const other = await goThrough(String(begun.headers.location), 'cy')
    const stolen = await app.inject({ url: other.slice(PUBLIC_URL.length) })

    for (const { headers } of [again, stolen]) assert.equal(headers.location, '/login#problem=auth%2Fprovider-refused')
  })

  it('continues to the requested page, and keeps it when the provider refuses', async () => {
    const user = await buildUser(db)
    people.set('dan', { email: user.email, verified: true })
    people.set('lost', { email: 'lost@elsewhere.example', verified: true })
    const wanted = '?redirect=%2Fdashboard%2Fpump%3Ffrom%3D1%23end'
    const back = '/login?redirect=%2Fdashboard%2Fpump%3Ffrom%3D1%23end'

    assert.equal((await signInBy(app, 'dan', { wanted })).location, back)
    assert.equal((await signInBy(app, 'lost', { wanted })).location, `${back}#problem=auth%2Fprovider-unknown`)
    const { headers } = await away.app.inject({ url: `${startProviderSignIn.path}${wanted}` })
    assert.equal(headers.location, `${back}#problem=auth%2Fprovider-away`)
    const endless = `?redirect=%2F${'x'.repeat(5_000)}`
    assert.equal((await signInBy(app, 'dan', { wanted: endless })).location, '/dashboard')
  })

  it('returns to the login page when the person cancels at the provider', async () => {
    const begun = await app.inject({ url: startProviderSignIn.path })
    const back = await goThrough(String(begun.headers.location), undefined)
    assert.match(back, /error=access_denied/)

    const { headers } = await app.inject({ url: back.slice(PUBLIC_URL.length), cookies: cookiesOf(begun.cookies) })

    assert.equal(headers.location, '/login#problem=auth%2Fprovider-refused')
  })

  it('goes back to the login page whatever is asked of it, as a browser shows no JSON', async () => {
    for (const [query, code] of [
      ['state=%00', 'request%2Finvalid'],
      [`code=${'x'.repeat(5_000)}`, 'request%2Finvalid'],
      ['state=x&state=y', 'request%2Finvalid'],
      ['', 'auth%2Fprovider-refused'],
    ] as const) {
      const { statusCode, headers } = await app.inject({
        url: `${finishProviderSignIn.path}?${query}`,
        cookies: { fieldwatch_sign_in: '..\u0000%' },
      })

      assert.deepEqual([statusCode, headers.location], [302, `/login#problem=${code}`], query)
    }
  })

  it('adds a person whose name cannot be stored without it', async () => {
    await buildEntity(db, { name: 'Nameless Water' })
    const nameless = await openPortal(provider.issuer, { FIELDWATCH_OIDC_ADD_TO: 'Nameless Water' })
    people.set('odd', { email: 'odd@elsewhere.example', verified: true, firstName: 'O\u0000la' })

    const { location, session } = await signInBy(nameless.app, 'odd')

    assert.equal(location, '/dashboard')
    const { user } = (await nameless.call(refresh, { cookies: session })).body.details
    assert.deepEqual([user.firstName, user.lastName], ['', 'Berg'])
  })

  it('goes back to the login page where the provider does not answer, or does not any more', async () => {
    const { headers } = await away.app.inject({ url: startProviderSignIn.path })
    assert.equal(headers.location, '/login#problem=auth%2Fprovider-away')

    const mortal = await startOpenIdServer()
    mortal.register(`${PUBLIC_URL}${finishProviderSignIn.path}`)
    const portal = await openPortal(mortal.issuer)
    const before = await portal.app.inject({ url: startProviderSignIn.path })
    await mortal.close()
    portal.clock.advance(61_000)
    const after = await portal.app.inject({ url: startProviderSignIn.path })

    assert.match(String(before.headers.location), /^http:\/\/127/)
    assert.equal(after.headers.location, '/login#problem=auth%2Fprovider-away')
    assert.equal((await portal.app.inject({ url: '/healthz' })).statusCode, 200)
    const { email } = await buildUser(db)
    assert.equal((await portal.signInWith(email)).email, email)
  })
})
