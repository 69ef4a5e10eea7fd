import { Loaded } from '#ui/components/loaded.tsx'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_PROGRAM_TOKENS, type ProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { IconPlus } from '#ui/icons/icons.ts'
import { FirstFew } from '../first-few.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import card from '../settings-page.module.css'
import { TokenDialog } from './token-dialog.tsx'
import { TokenList } from './token-list.tsx'
import { tokensQuery } from './token-queries.ts'
import { t } from './texts.ts'

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
  const query = useQuery(tokensQuery(useApi(), entity))
  const { data: tokens } = query
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
          {t('tokens.add')}
        </Button>
      </Group>
      {children}
      {isFull ? <Text size="sm">{t('tokens.full', { most: MOST_PROGRAM_TOKENS })}</Text> : undefined}
      <div className={entity === undefined ? '' : card['card']}>
        <Loaded query={query} failed={t('tokens.failed')} height="4rem">
          {(all) => <Tokens tokens={all} empty={empty} isCut={entity === undefined} />}
        </Loaded>
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
        <SecretDialog
          noun="token"
          {...made}
          text={t('tokens.secret')}
          lost={t('tokens.secret.lost')}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  )
}

interface TokensProps {
  tokens: readonly ProgramToken[]
  empty: string
  /** Among other things on a page: the first few are shown. */
  isCut: boolean
}

function Tokens({ tokens, empty, isCut }: TokensProps) {
  if (tokens.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  }
  if (!isCut) return <TokenList tokens={tokens} />
  return (
    <FirstFew items={tokens} more={(count) => t('tokens.all', { count })} fewer={t('tokens.fewer')}>
      {(shown) => <TokenList tokens={shown} />}
    </FirstFew>
  )
}

/** Tokens by which programs act for the signed-in user. */
export function OwnTokens() {
  return (
    <section aria-label={t('tokens.own')} className={card['card']}>
      <TokensPlace
        entity={undefined}
        empty={t('tokens.own.none')}
        title={
          <Title order={3} size="h5">
            {t('tokens.own')}
          </Title>
        }
      />
    </section>
  )
}
