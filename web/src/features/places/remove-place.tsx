import type { Place } from '@fieldwatch/contract/places/places'
import { DeleteDialog } from '#shared/deletion/delete-dialog.tsx'
import { useRemovePlace } from '#shared/places/place-queries.ts'
import { t } from '#shared/places/texts.ts'

/** Asks before a place is deleted. */
export function RemovePlace({ place, onClose }: { place: Place; onClose: () => void }) {
  const remove = useRemovePlace()
  return (
    <DeleteDialog
      thing={{ kind: 'place', id: String(place.placeID) }}
      title={t('places.delete.title', { name: place.name })}
      busy={remove.isPending}
      failure={remove.isError ? { text: remove.error.message } : undefined}
      onConfirm={() => remove.mutate({ placeID: place.placeID }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('places.delete.help')}
    </DeleteDialog>
  )
}
