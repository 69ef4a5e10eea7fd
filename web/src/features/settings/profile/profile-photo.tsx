import { Avatar, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUser } from '#ui/icons/icons.ts'
import { useObjectUrl } from '#ui/components/use-object-url.ts'
import { ImageCropper } from '#ui/pictures/image-cropper.tsx'
import { ANY_IMAGE } from '#ui/pictures/image-rules.ts'
import classes from './profile.module.css'
import { t } from './texts.ts'

/** A cropped photo that is not uploaded yet. Null: the photo is removed. Undefined: it stays. */
export type PhotoChange = File | null | undefined

interface PhotoChooserProps {
  /** The address of the photo that there is now, or an empty text. */
  current: string
  change: PhotoChange
  onChoose: (photo: PhotoChange) => void
}

/** The photo, with buttons to change or remove it. */
export function PhotoChooser({ current, change, onChoose }: PhotoChooserProps) {
  const chosen = useObjectUrl(change ?? undefined)
  const url = change === undefined ? current : (chosen ?? '')
  const [cropping, crop] = useDisclosure(false)
  const text = url === '' ? t('profile.photo.upload') : t('profile.photo.change')
  return (
    <div className={classes['photo']}>
      <ProfilePhoto url={url} />
      <Button variant="default" onClick={crop.open}>
        {text}
      </Button>
      {url === '' ? undefined : (
        <Button variant="subtle" color="gray" onClick={() => onChoose(null)}>
          {t('profile.photo.remove')}
        </Button>
      )}
      <ImageCropper
        opened={cropping}
        title={text}
        accept={ANY_IMAGE}
        onClose={crop.close}
        onCrop={(file) => {
          onChoose(file)
          crop.close()
        }}
      />
    </div>
  )
}

interface ProfilePhotoProps {
  url: string
}

/** The photo, or the default image. */
export function ProfilePhoto({ url }: ProfilePhotoProps) {
  return (
    <Avatar src={url === '' ? null : url} alt={t('profile.photo')} radius="50%" size="var(--fw-photo)">
      <IconUser stroke={1.5} aria-hidden="true" />
    </Avatar>
  )
}
