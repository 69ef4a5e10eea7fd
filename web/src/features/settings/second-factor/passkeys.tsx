import { StateLine } from '../state-line.tsx'
import type { OwnSecondFactor } from '@fieldwatch/contract/people/second-factor'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { knowsPasskeys, loadPasskeys } from '#shared/passkeys/load-passkeys.ts'
import { passkeyFailure } from '#shared/passkeys/passkey-failure.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { FirstFew } from '../first-few.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import classes from './second-factor.module.css'
import { t } from './texts.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '@fieldwatch/contract/people/passkeys'
import { useApiAction, useCall } from '#platform/api/use-action.ts'
import { browserText } from '../browser-text.ts'
import { useRefreshFactors } from '#shared/second-step/use-refresh-factors.ts'
import type { Proof } from './second-factor-queries.ts'

type Passkey = OwnSecondFactor['passkeys'][number]
type Open = { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey }

interface PasskeysProps {
  own: OwnSecondFactor
  /** Something was done, with new recovery codes where there were none. */
  onDone: (text: string, recoveryCodes?: readonly string[]) => void
}

/** The passkeys of the signed-in user. */
export function Passkeys({ own, onDone }: PasskeysProps) {
  const [open, setOpen] = useState<Open>()
  const isLast = own.required && own.totpSinceUTC === null && own.passkeys.length === 1
  const close = (): void => setOpen(undefined)
  const finish: PasskeysProps['onDone'] = (text, codes) => {
    close()
    onDone(text, codes)
  }
  return (
    <>
      <StateLine
        title={t('second-factor.passkeys')}
        text={knowsPasskeys() ? t('second-factor.passkeys.help') : t('second-factor.passkeys.unknown')}
      >
        <Button variant="default" disabled={!knowsPasskeys()} onClick={() => setOpen({ name: 'add' })}>
          {t('second-factor.passkeys.add')}
        </Button>
      </StateLine>
      {own.passkeys.length === 0 ? undefined : (
        <div>
          <FirstFew
            items={own.passkeys}
            more={(count) => t('second-factor.passkeys.all', { count })}
            fewer={t('second-factor.passkeys.fewer')}
          >
            {(shown) => (
              <ul className={classes['passkeys']} aria-label={t('second-factor.passkeys')}>
                {shown.map((passkey) => (
                  <PasskeyRow key={passkey.passkeyID} passkey={passkey} stays={isLast} onOpen={setOpen} />
                ))}
              </ul>
            )}
          </FirstFew>
        </div>
      )}
      {open?.name === 'add' ? <Add withCode={own.totpSinceUTC !== null} onDone={finish} onClose={close} /> : undefined}
      {open?.name === 'rename' ? <Rename passkey={open.passkey} onDone={finish} onClose={close} /> : undefined}
      {open?.name === 'remove' ? <Remove passkey={open.passkey} onDone={finish} onClose={close} /> : undefined}
    </>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  /** It is the last second factor of someone who has to have one. */
  stays: boolean
  onOpen: (open: Open) => void
}

function PasskeyRow({ passkey, stays, onOpen }: PasskeyRowProps) {
  const { timeFormat } = useMe()
  const { name, addedUTC, lastUsedUTC } = passkey
  const time = (utc: string): string => formatMoment(Date.parse(utc), timeFormat)
  return (
    <li>
      <StateLine
        title={name}
        text={
          lastUsedUTC === null
            ? t('second-factor.passkeys.unused', { added: time(addedUTC) })
            : t('second-factor.passkeys.used', { added: time(addedUTC), used: time(lastUsedUTC) })
        }
      >
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('second-factor.passkeys.rename.one', { name })}
            onClick={() => onOpen({ name: 'rename', passkey })}
          >
            {t('second-factor.passkeys.rename')}
          </Button>
          {stays ? undefined : (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('second-factor.passkeys.remove.one', { name })}
              onClick={() => onOpen({ name: 'remove', passkey })}
            >
              {t('second-factor.passkeys.remove')}
            </Button>
          )}
        </Group>
      </StateLine>
    </li>
  )
}

interface DialogProps extends Pick<PasskeysProps, 'onDone'> {
  onClose: () => void
}

function Add({ withCode, onDone, onClose }: DialogProps & { withCode: boolean }) {
  const add = useAddPasskey()
  return (
    <ProofDialog
      title={t('second-factor.passkeys.add')}
      lead={t('second-factor.passkeys.add.lead')}
      submit={t('second-factor.next')}
      withCode={withCode}
      action={add}
      describe={passkeyFailure}
      onSubmit={(proof) =>
        add.mutate(proof, { onSuccess: (codes) => onDone(t('second-factor.passkeys.added'), codes) })
      }
      onClose={onClose}
    />
  )
}

function Rename({ passkey: { passkeyID, name }, onDone, onClose }: DialogProps & { passkey: Passkey }) {
  const rename = useRenamePasskey()
  const [text, setText] = useState(name)
  useUnsaved(text !== name)

  function send(): void {
    rename.mutate(
      { passkeyID, name: text },
      { onSuccess: () => onDone(t('second-factor.passkeys.renamed', { before: name, name: text })) },
    )
  }

  return (
    <FormDialog
      title={t('second-factor.passkeys.rename.one', { name })}
      submit={t('second-factor.save')}
      busy={rename.isPending}
      disabled={text.trim() === ''}
      failure={rename.error}
      onSubmit={send}
      onClose={onClose}
    >
      <TextInput
        label={t('second-factor.passkeys.rename.name')}
        maxLength={60}
        value={text}
        data-autofocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  )
}

function Remove({ passkey: { passkeyID, name }, onDone, onClose }: DialogProps & { passkey: Passkey }) {
  const remove = useRemovePasskey()
  return (
    <ProofDialog
      title={t('second-factor.passkeys.remove.title', { name })}
      lead={t('second-factor.passkeys.remove.lead')}
      submit={t('second-factor.passkeys.remove')}
      withCode={false}
      action={remove}
      onSubmit={({ password }) =>
        remove.mutate(
          { passkeyID, password },
          { onSuccess: () => onDone(t('second-factor.passkeys.removed', { name })) },
        )
      }
      onClose={onClose}
    />
  )
}

/** Has the browser make a passkey, which is called after the browser; answers new recovery codes. */
function useAddPasskey() {
  return useApiAction(
    async (api, proof: Proof) => {
      const [{ makePasskey }, { details }] = await Promise.all([
        loadPasskeys(),
        api.call(beginPasskey, { body: proof }),
      ])
      const passkey = await makePasskey(details)
      const body = { name: browserText(navigator.userAgent).slice(0, 60), passkey }
      return (await api.call(addPasskey, { body })).details.recoveryCodes
    },
    { onSuccess: useRefreshFactors() },
  )
}

const useRenamePasskey = () => useCall(renamePasskey, { onSuccess: useRefreshFactors() })
const useRemovePasskey = () => useCall(removePasskey, { onSuccess: useRefreshFactors() })
