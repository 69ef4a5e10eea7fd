import type { OwnSecondFactor } from '@fieldwatch/contract/people/second-factor'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { knowsPasskeys } from '#shared/passkeys/load-passkeys.ts'
import { passkeyFailure } from '#shared/passkeys/passkey-failure.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { FirstFew } from '../first-few.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import classes from './second-factor.module.css'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './passkey-queries.ts'

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
      <div className={classes['state']}>
        <div>
          <Text>Passkeys</Text>
          <Text size="sm" c="dimmed">
            {knowsPasskeys()
              ? 'Sign in by the fingerprint, face or PIN of a device, or by a security key, without password and code.'
              : 'This browser knows none at this address: they need https.'}
          </Text>
        </div>
        <Button variant="default" disabled={!knowsPasskeys()} onClick={() => setOpen({ name: 'add' })}>
          Add a passkey
        </Button>
      </div>
      {own.passkeys.length === 0 ? undefined : (
        <div>
          <FirstFew items={own.passkeys} noun="passkeys">
            {(shown) => (
              <ul className={classes['passkeys']} aria-label="Passkeys">
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
  /** It is the last second factor of somebody who has to have one. */
  stays: boolean
  onOpen: (open: Open) => void
}

function PasskeyRow({ passkey, stays, onOpen }: PasskeyRowProps) {
  const { timeFormat } = useMe()
  const { name, addedUTC, lastUsedUTC } = passkey
  const time = (utc: string): string => formatMoment(Date.parse(utc), timeFormat)
  return (
    <li className={classes['state']}>
      <div>
        <Text>{name}</Text>
        <Text size="sm" c="dimmed">
          Added {time(addedUTC)}, {lastUsedUTC === null ? 'not used yet' : `last used ${time(lastUsedUTC)}`}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Rename ${name}`}
          onClick={() => onOpen({ name: 'rename', passkey })}
        >
          Rename
        </Button>
        {stays ? undefined : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Remove ${name}`}
            onClick={() => onOpen({ name: 'remove', passkey })}
          >
            Remove
          </Button>
        )}
      </Group>
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
      title="Add a passkey"
      lead="Your browser then asks where to keep it. Signing in with the password asks for it, or for another second factor, from then on."
      submit="Next"
      withCode={withCode}
      busy={add.isPending}
      error={add.error}
      describe={passkeyFailure}
      onSubmit={(proof) => add.mutate(proof, { onSuccess: (codes) => onDone('The passkey was added.', codes) })}
      onClose={onClose}
    />
  )
}

function Rename({ passkey: { passkeyID, name }, onDone, onClose }: DialogProps & { passkey: Passkey }) {
  const rename = useRenamePasskey()
  const [text, setText] = useState(name)
  useUnsaved(text !== name)

  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    rename.mutate({ passkeyID, name: text }, { onSuccess: () => onDone(`${name} is called ${text} now.`) })
  }

  return (
    <FormDialog
      title={`Rename ${name}`}
      submit="Save"
      busy={rename.isPending}
      disabled={text.trim() === ''}
      failure={rename.error === null ? undefined : { text: rename.error.message }}
      onSubmit={send}
      onClose={onClose}
    >
      <TextInput
        label="Name"
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
      title={`Remove ${name}?`}
      lead="Nobody signs in with it any more. Delete it on the device too."
      submit="Remove"
      withCode={false}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={({ password }) =>
        remove.mutate({ passkeyID, password }, { onSuccess: () => onDone(`${name} was removed.`) })
      }
      onClose={onClose}
    />
  )
}
