import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_PROGRAM_TOKENS, type ProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { IconPlus } from '#ui/icons/icons.ts'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { FirstFew } from '../first-few.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import card from '../settings-page.module.css'
import { TokenDialog } from './token-dialog.tsx'
import { TokenList } from './token-list.tsx'
import { tokensQuery } from './token-queries.ts'

const SECRET_TEXTS = {
  text: 'A program sends it as “Authorization: Bearer …”. It is shown only now: copy it to where the program keeps its secrets.',
  lost: 'It is shown only now. Without it the token is of no use: revoke it and make another one.',
}

interface TokensPlaceProps {
  /** Whose tokens; undefined: the signed-in user's. */
  entity: EntityId | undefined
  /** What is said where there is none. */
  empty: string
  /** Beside the button that adds one. */
  title: ReactNode
  /** Between the title and the tokens. */
  children?: ReactNode
}

/** The tokens of a person or of an entity, with what can be done with them. */
export function TokensPlace({ entity, empty, title, children }: TokensPlaceProps) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const { data: tokens, error, refetch } = useQuery(tokensQuery(useApi(), entity))
  const isFull = (tokens?.length ?? 0) >= MOST_PROGRAM_TOKENS
  return (
    <>
      <Group justify="space-between" className={entity === undefined ? (card['cardHead'] ?? '') : ''}>
        {title}
        <Button
          leftSection={<IconPlus size="1rem" aria-hidden="true" />}
          variant={entity === undefined ? 'default' : 'filled'}
          disabled={tokens === undefined || isFull}
          onClick={() => setOpen(true)}
        >
          Add token
        </Button>
      </Group>
      {children}
      {isFull ? (
        <Text size="sm">
          There are {MOST_PROGRAM_TOKENS} tokens, as many as there may be. Revoke one that is not used any more.
        </Text>
      ) : undefined}
      <div className={entity === undefined ? '' : card['card']}>
        <Tokens
          tokens={tokens}
          error={error}
          empty={empty}
          isCut={entity === undefined}
          onRetry={() => void refetch()}
        />
      </div>
      {isOpen ? (
        <TokenDialog
          entity={entity}
          onMade={(name, secret) => {
            setOpen(false)
            setMade({ name, secret })
          }}
          onClose={() => setOpen(false)}
        />
      ) : undefined}
      {made === undefined ? undefined : (
        <SecretDialog noun="token" {...made} {...SECRET_TEXTS} onClose={() => setMade(undefined)} />
      )}
    </>
  )
}

interface TokensProps {
  tokens: readonly ProgramToken[] | undefined
  error: Error | null
  empty: string
  /** Among other things on a page: the first few are shown. */
  isCut: boolean
  onRetry: () => void
}

function Tokens({ tokens, error, empty, isCut, onRetry }: TokensProps) {
  if (tokens === undefined) {
    if (error === null) return <Skeleton height="4rem" />
    return <LoadFailure title="The tokens cannot be shown" message={error.message} onRetry={onRetry} />
  }
  if (tokens.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  }
  if (!isCut) return <TokenList tokens={tokens} />
  return (
    <FirstFew items={tokens} noun="tokens">
      {(shown) => <TokenList tokens={shown} />}
    </FirstFew>
  )
}

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
