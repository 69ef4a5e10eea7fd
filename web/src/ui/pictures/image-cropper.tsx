import { formatFileSize } from '@fieldwatch/contract/api/files'
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Icon } from '#ui/icons/create-icon.tsx'
import { IconMinus, IconPlus } from '#ui/icons/icons.ts'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { CropFrame } from './crop-frame.tsx'
import { type Size, startView, type View, ZOOM_IN, ZOOM_OUT, zoomed } from './crop-geometry.ts'
import { DEFAULT_RULES, imageProblem, type ImageRules } from './image-rules.ts'
import { cropPicture, openPicture, type Picture } from './open-picture.ts'
import { PictureDrop } from './picture-drop.tsx'
import classes from './image-cropper.module.css'
import { t } from './texts.ts'

interface ImageCropperProps {
  opened: boolean
  title: string
  onClose: () => void
  /** Takes the crop: a PNG named after the picture, with `_cropped.png`. */
  onCrop: (file: File) => void
  /** A file could not be used, and why. The dialog says it too. */
  onError?: (text: string) => void
  /** The size of the crop; 300 by 300 pixels when left out. */
  target?: Size
  /** JPEG, PNG, WebP and GIF when left out. */
  accept?: readonly string[]
  /** 5 MB when left out. */
  maxBytes?: number
}

const TARGET: Size = { width: 300, height: 300 }

/** A dialog that takes a picture and cuts it to size (specification, document 1, sections 2 and 9). */
export function ImageCropper({ opened, title, onClose, target = TARGET, ...rest }: ImageCropperProps) {
  const { accept = DEFAULT_RULES.accept, maxBytes = DEFAULT_RULES.maxBytes } = rest
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Cropper target={target} rules={{ accept, maxBytes }} onCrop={rest.onCrop} onError={rest.onError} />
    </Dialog>
  )
}

interface CropperProps {
  target: Size
  rules: ImageRules
  onCrop: (file: File) => void
  onError: ((text: string) => void) | undefined
}

function Cropper({ target, rules, onCrop, onError }: CropperProps) {
  const [picture, setPicture] = useState<Picture>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => () => picture?.close(), [picture])
  useUnsaved(picture !== undefined)

  function refuse(text: string): void {
    setProblem(text)
    onError?.(text)
  }

  async function take(file: File): Promise<void> {
    const text = imageProblem(file, rules)
    if (text !== undefined) {
      refuse(text)
      return
    }
    const opened = await openPicture(file).catch(() => undefined)
    if (opened === undefined) {
      refuse(t('pictures.unreadable'))
      return
    }
    setProblem(undefined)
    setPicture(opened)
  }

  return (
    <Stack gap="sm">
      {problem === undefined ? undefined : <FormFailure text={problem} />}
      {picture === undefined ? (
        <PictureDrop accept={rules.accept} onFile={(file) => void take(file)} />
      ) : (
        <CropTools
          key={picture.url}
          picture={picture}
          target={target}
          onChange={() => setPicture(undefined)}
          onCrop={onCrop}
          onFail={() => refuse(t('pictures.unreadable'))}
        />
      )}
      <Text size="xs" c="dimmed">
        {t('pictures.sizes', { width: target.width, height: target.height, most: formatFileSize(rules.maxBytes) })}
      </Text>
    </Stack>
  )
}

interface CropToolsProps {
  picture: Picture
  target: Size
  /** Another picture is wanted. */
  onChange: () => void
  onCrop: (file: File) => void
  onFail: () => void
}

function CropTools({ picture, target, onChange, onCrop, onFail }: CropToolsProps) {
  const crop = { picture, frame: target }
  const [view, setView] = useState<View>(() => startView(crop))
  const [busy, setBusy] = useState(false)
  const [asking, ask] = useDisclosure(false)

  async function apply(): Promise<void> {
    if (busy) return
    setBusy(true)
    const file = await cropPicture(picture, view, crop).catch(() => undefined)
    setBusy(false)
    if (file === undefined) onFail()
    else onCrop(file)
  }

  const zoom = (label: string, factor: number, Sign: Icon) => (
    <ActionIcon
      variant="default"
      size="var(--fw-control)"
      aria-label={label}
      onClick={() => setView((before) => zoomed(before, factor, crop))}
    >
      <Sign stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  )
  return (
    <>
      <Text size="xs" c="dimmed" className={classes['name'] ?? ''} title={picture.file.name}>
        {picture.file.name}, {formatFileSize(picture.file.size)}
      </Text>
      <CropFrame picture={picture} crop={crop} view={view} onView={setView} />
      <Group justify="center" gap="sm">
        {zoom(t('pictures.zoom-out'), ZOOM_OUT, IconMinus)}
        <Text className={classes['scale'] ?? ''} aria-live="polite">
          {Math.round(view.scale * 100)}%
        </Text>
        {zoom(t('pictures.zoom-in'), ZOOM_IN, IconPlus)}
      </Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => setView(startView(crop))}>
          {t('pictures.reset')}
        </Button>
        <Button variant="default" onClick={ask.open}>
          {t('pictures.change')}
        </Button>
        <Button loading={busy} onClick={() => void apply()}>
          {t('pictures.apply')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('pictures.another.title')}
        confirm={t('pictures.another.confirm')}
        busy={false}
        onConfirm={onChange}
        onClose={ask.close}
      >
        {t('pictures.another.text', { name: picture.file.name })}
      </ConfirmDialog>
    </>
  )
}
