import { Button, FileInput, Group } from '@mantine/core'
import { IconPhoto } from '#ui/icons/icons.ts'
import type { ReactNode } from 'react'
import { ANY_IMAGE, imageProblem } from './image-rules.ts'
import classes from './image-field.module.css'
import { t } from './texts.ts'

/** What becomes of a picture: a file takes its place, `null` takes it away, and `undefined` leaves it as it is. */
export type PictureChange = File | null | undefined

interface ImageFieldProps {
  label: string
  /** The address of the picture that there is now; empty for none. */
  current?: string
  value: PictureChange
  /** Why the portal did not take it. */
  error?: ReactNode
  onChange: (change: PictureChange) => void
}

/** Why a picture cannot be saved, as a sentence. */
export function pictureProblem(change: PictureChange): string | undefined {
  return change instanceof File ? imageProblem(change) : undefined
}

/** A field of a form for an image file. A file that the portal does not take stays, with the reason, until it is taken back. */
export function ImageField({ label, current = '', value, error, onChange }: ImageFieldProps) {
  const shown = current === '' || value === null ? undefined : current
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <FileInput
        label={label}
        placeholder={placeholderOf(current, value)}
        accept={ANY_IMAGE.join(',')}
        leftSection={shown === undefined ? ICON : <img src={shown} alt="" className={classes['picture']} />}
        className={classes['file'] ?? ''}
        clearable
        clearButtonProps={{ 'aria-label': t('pictures.clear', { label }) }}
        value={value ?? null}
        error={pictureProblem(value) ?? error}
        onChange={(file) => onChange(file ?? undefined)}
      />
      {current === '' || value instanceof File ? undefined : (
        <Button
          variant="default"
          aria-label={value === null ? t('pictures.keep.label', { label }) : t('pictures.remove.label', { label })}
          onClick={() => onChange(value === null ? undefined : null)}
        >
          {value === null ? t('pictures.keep') : t('pictures.remove')}
        </Button>
      )}
    </Group>
  )
}

const ICON = <IconPhoto stroke={1.5} aria-hidden="true" />

function placeholderOf(current: string, value: PictureChange): string {
  if (value === null) return t('pictures.removed')
  return current === '' ? t('pictures.choose') : t('pictures.choose-another')
}
