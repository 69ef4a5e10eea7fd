import type { EntityId } from '@fieldwatch/contract/ids'
import { MOST_PROGRAM_TOKENS, type ProgramToken } from '@fieldwatch/contract/program-tokens'
import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
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
  /** Sets the title beside the button that adds one. */
  frame: (add: ReactNode, content: ReactNode) => ReactNode
}

/** The tokens of a person or of an entity, with what can be done with them. */
export function TokensPlace({ entity, empty, frame }: TokensPlaceProps) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const { data: tokens, error, refetch } = useQuery(tokensQuery(useApi(), entity))
  const add = (
    <Button
      variant={entity === undefined ? 'default' : 'filled'}
      disabled={(tokens?.length ?? MOST_PROGRAM_TOKENS) >= MOST_PROGRAM_TOKENS}
      onClick={() => setOpen(true)}
    >
      + add token
    </Button>
  )
  return (
    <>
      {frame(add, <Tokens tokens={tokens} error={error} empty={empty} onRetry={() => void refetch()} />)}
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
  onRetry: () => void
}

function Tokens({ tokens, error, empty, onRetry }: TokensProps) {
  if (tokens === undefined) {
    if (error === null) return <Skeleton height="4rem" />
    return <LoadFailure title="The tokens cannot be shown" message={error.message} onRetry={onRetry} />
  }
  return tokens.length === 0 ? (
    <Text size="sm" c="dimmed">
      {empty}
    </Text>
  ) : (
    <TokenList tokens={tokens} />
  )
}
