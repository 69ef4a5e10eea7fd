import { Title } from '@mantine/core'
import card from '../settings-page.module.css'
import { TokensPlace } from './tokens-place.tsx'

/** Tokens by which programs act for the signed-in user. */
export function OwnTokens() {
  return (
    <section aria-label="Tokens for programs" className={card['card']}>
      <TokensPlace
        entity={undefined}
        empty="None yet. A program signs in with a token instead of your password; it may do what you may do, and no more than you choose."
        title={
          <Title order={3} size="h5">
            Tokens for programs
          </Title>
        }
      />
    </section>
  )
}
