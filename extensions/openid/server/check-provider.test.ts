import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { runChecks } from '@fieldwatch/server/commands/doctor/finding'
import { readConfig } from '@fieldwatch/server/config'
import { checksOfServices } from '@fieldwatch/server/commands/doctor/outside-services'
import { openIdSettings, startOpenIdServer } from '../testing/open-id-server.ts'

const provider = await startOpenIdServer()
provider.register('https://fieldwatch.example/callback')
after(provider.close)

async function sentencesAbout(settings: Record<string, string>): Promise<string[]> {
  const findings = await runChecks(checksOfServices(readConfig(settings)))
  return findings.map(({ sentence }) => sentence).filter((sentence) => sentence.includes('OpenID'))
}

describe('doctor', () => {
  it('says whether the provider of OpenID Connect answers', async () => {
    const [fine] = await sentencesAbout(openIdSettings(provider.issuer))
    const [away] = await sentencesAbout(openIdSettings('http://127.0.0.1:1'))

    assert.equal(fine, `The provider of OpenID Connect at ${provider.issuer} answers.`)
    assert.match(away ?? '', /^The provider of OpenID Connect at http:\/\/127\.0\.0\.1:1.* does not answer as one: /)
  })

  it('says nothing of a provider where there is none', async () => {
    assert.deepEqual(await sentencesAbout({}), [])
    assert.deepEqual(await sentencesAbout({ FIELDWATCH_EXTENSIONS: 'none' }), [])
  })

  it('says which setting of the provider is missing', () => {
    const { FIELDWATCH_OIDC_CLIENT_SECRET: _, ...rest } = openIdSettings(provider.issuer)
    assert.throws(
      () => readConfig(rest),
      /^Error: FIELDWATCH_OIDC_CLIENT_SECRET is not set, and FIELDWATCH_OIDC_ISSUER needs it\.$/,
    )
  })
})
