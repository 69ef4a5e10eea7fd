import { BOARD_PATH, createBoardPairing } from '../../contract/boards.ts'
import type { ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { Stack, Text, Title } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { hasCode } from '@fieldwatch/web/platform/api/api-error.ts'
import { readReply, type Send } from '@fieldwatch/web/platform/api/send.ts'
import { QrCode } from '@fieldwatch/web/shared/second-step/qr-code.tsx'
import { Logo } from '@fieldwatch/web/ui/components/logo.tsx'
import { Splash } from '@fieldwatch/web/ui/components/splash.tsx'
import { usePageTitle } from '@fieldwatch/web/ui/components/use-page-title.ts'
import classes from './board.module.css'
import { keepPass, keptPass } from './kept-pass.ts'
import { t } from '../texts.ts'

interface PairingProps {
  send: Send
  /** Opens the wallboard of a pass. @throws ApiError share/closed */
  onOpen: (pass: string) => Promise<void>
}

type Code = ReplyOf<typeof createBoardPairing>['details'] & {
  /** On the clock that never turns back. */
  readonly endsAt: number
}

/** How often the screen looks whether its code was entered. */
const LOOK_MS = 3_000
/** A pause after the portal refused more codes. */
const BUSY_MS = 60_000
/** A pause while no one shows the wallboard by their rights. */
const DARK_MS = 10_000
/** One in so many looks is with the pass from before: its wallboard may be shown again. */
const OLD_PASS_EVERY = 5

/** `lost`: the screen is paired, and the portal is away. */
type Trouble = 'away' | 'lost' | 'busy'

/** Shows a code until an admin has entered it. A screen that was paired before opens its wallboard again by itself. */
export function Pairing({ send, onOpen }: PairingProps) {
  usePageTitle(t('boards.wall.pair'))
  const [code, setCode] = useState<Code>()
  const [isDark, setDark] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const [now, setNow] = useState(() => performance.now())

  /** Whether the pass opened its wallboard. @throws ApiError when the portal is away */
  async function opens(pass: string): Promise<boolean> {
    try {
      await onOpen(pass)
      return true
    } catch (error) {
      if (hasCode(error, 'share/closed')) return false
      if (hasCode(error, 'board/no-editor')) keepPass(pass)
      throw error
    }
  }

  async function getCode(): Promise<Code> {
    const { details } = await readReply<typeof createBoardPairing>(await send(createBoardPairing, {}))
    return { ...details, endsAt: performance.now() + details.seconds * 1_000 }
  }

  /** One look; the pause until the next one, or undefined when the wallboard is open. */
  const look = useEffectEvent(async (turn: number): Promise<number | undefined> => {
    try {
      const kept = isDark || turn % OLD_PASS_EVERY === 0 ? keptPass() : undefined
      if (kept !== undefined && (await opens(kept))) return undefined
      if (code !== undefined && (await opens(code.pass))) return undefined
      if (code === undefined || performance.now() >= code.endsAt) setCode(await getCode())
      setDark(false)
      setTrouble(undefined)
      setNow(performance.now())
      return LOOK_MS
    } catch (error) {
      const hasNoEditor = hasCode(error, 'board/no-editor')
      setDark(hasNoEditor)
      if (hasNoEditor) return DARK_MS
      const isBusy = hasCode(error, 'request/rate-limited')
      const isPaired = code === undefined && keptPass() !== undefined
      setTrouble(isBusy ? 'busy' : isPaired ? 'lost' : 'away')
      return isBusy ? BUSY_MS : LOOK_MS
    }
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const run = async (turn: number): Promise<void> => {
      const pause = await look(turn)
      if (pause !== undefined && !isOver) timer = setTimeout(() => void run(turn + 1), pause)
    }
    void run(0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])

  if (isDark) return <Waiting text={t('boards.wall.no-editor')} />
  const said = trouble === undefined ? undefined : t(`boards.wall.pair.${trouble}`)
  if (code === undefined) return said === undefined ? <Splash /> : <Waiting text={said} />
  const minutes = Math.max(1, Math.ceil((code.endsAt - now) / 60_000))
  return (
    <main className={classes['centre']}>
      <div className={classes['pairing']}>
        <Stack gap="md">
          <Logo size="3rem" />
          <Title order={1}>{t('boards.wall.pair')}</Title>
          <Text size="lg">{t('boards.wall.pair.help')}</Text>
          <output className={classes['code']} aria-label={t('boards.wall.pair.code')}>
            {code.code}
          </output>
          <Text c="dimmed">{said ?? t('boards.wall.pair.expires', { minutes })}</Text>
        </Stack>
        <div className={classes['qr']}>
          <QrCode text={addressFor(code.code)} label={t('boards.wall.pair.qr')} />
        </div>
      </div>
    </main>
  )
}

/** Where the phone of an admin confirms the code. */
function addressFor(code: string): string {
  const search = new URLSearchParams({ tab: 'boards', code })
  return `${location.href.slice(0, location.href.indexOf(BOARD_PATH))}/settings?${search.toString()}`
}

function Waiting({ text }: { text: string }) {
  return (
    <main className={classes['centre']}>
      <Stack align="center">
        <Logo size="3rem" />
        <Text size="xl" component="output">
          {text}
        </Text>
      </Stack>
    </main>
  )
}
