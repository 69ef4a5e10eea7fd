import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'errors.auth/invalid-credential': 'E-mail ou mot de passe non valide.',
  'errors.auth/too-many-requests': 'Trop de tentatives. Veuillez réessayer plus tard.',
  'errors.auth/missing-token': 'Connectez-vous pour faire cela.',
  'errors.auth/invalid-token': 'Votre connexion n’est pas valide. Connectez-vous à nouveau.',
  'errors.auth/expired-token': 'Votre connexion a expiré.',
  'errors.auth/session-ended': 'Votre session est terminée. Connectez-vous à nouveau.',
  'errors.auth/reset-link-invalid': 'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau.',
  'errors.auth/wrong-password': 'Mot de passe incorrect.',
  'errors.auth/second-factor-needed': 'Le mot de passe est correct. Continuez avec votre second facteur.',
  'errors.auth/second-factor-to-set-up':
    'Le mot de passe est correct. Votre entité exige un second facteur : configurez-en un pour continuer.',
  'errors.auth/second-factor-required':
    'Votre entité exige désormais un second facteur. Connectez-vous à nouveau pour en configurer un.',
  'errors.auth/step-expired': 'Cette connexion a pris trop de temps. Recommencez avec votre mot de passe.',
  'errors.auth/wrong-code': 'Ce code est incorrect ou a déjà servi.',
  'errors.auth/step-up-needed':
    'Confirmez votre identité : saisissez à nouveau votre mot de passe ou votre second facteur.',
  'errors.auth/passkey-refused': 'Cette clé d’accès est inconnue ou n’a pas pu être vérifiée.',
  'errors.auth/weak-password': 'Utilisez au moins 10 caractères et évitez les mots de passe les plus courants.',
  'errors.auth/provider-away':
    'Le fournisseur est injoignable. Connectez-vous avec votre mot de passe ou réessayez dans un instant.',
  'errors.auth/provider-refused': 'Le fournisseur ne vous a pas connecté, ou cela a pris trop de temps. Réessayez.',
  'errors.auth/provider-unknown':
    'Aucun utilisateur n’a l’adresse e-mail transmise par le fournisseur. Demandez à un administrateur de votre entité de vous ajouter.',
  'errors.auth/provider-unverified':
    'Le fournisseur n’a pas vérifié votre adresse e-mail. Vérifiez-la d’abord chez lui.',
  'errors.auth/program-token-invalid':
    'Ce jeton est inconnu, expiré ou révoqué, ou son propriétaire est désactivé. Créez-en un nouveau dans les paramètres.',
  'errors.access/forbidden': 'Vous n’avez pas l’autorisation de faire cela.',
  'errors.access/only-admins-edit':
    'Seuls les administrateurs peuvent modifier ceci : une des entités ne permet pas aux lecteurs de modifier les tableaux de bord, les événements et les sources calculées.',
  'errors.access/scope-missing': 'Le jeton n’a pas l’autorisation requise.',
  'errors.access/not-for-programs': 'Les jetons ne permettent pas cela. Connectez-vous en tant que personne.',
  'errors.request/invalid': 'La requête n’est pas valide.',
  'errors.request/malformed-json': 'Le contenu n’est pas un JSON valide.',
  'errors.request/too-large': 'Le contenu dépasse la taille acceptée à cette adresse.',
  'errors.request/head-too-large': 'Les en-têtes de la requête dépassent 16 Kio.',
  'errors.request/timeout':
    'La requête n’est pas arrivée à temps : en-têtes sous 20 secondes, requête entière sous cinq minutes.',
  'errors.request/incomplete': 'La connexion s’est fermée avant la fin du contenu.',
  'errors.request/unsupported-media-type': 'Cette adresse n’accepte pas ce type de contenu.',
  'errors.request/rate-limited': 'Trop de requêtes. Veuillez réessayer plus tard.',
  'errors.request/cancelled': 'La connexion s’est fermée avant que la réponse soit prête.',
  'errors.request/needs-https': 'Ce portail n’accepte cela qu’en HTTPS. Utilisez l’adresse qui commence par https.',
  'errors.request/unknown-host': 'Ce n’est pas l’adresse de ce portail. Utilisez un nom de son certificat.',
  'errors.request/not-found': 'Il n’y a rien à cette adresse.',
  'errors.request/method-not-allowed': 'Cette adresse ne prend pas en charge cette méthode.',
  'errors.request/key-reused':
    'Cette Idempotency-Key a servi pour une autre requête. Envoyez celle-ci avec une nouvelle clé.',
  'errors.request/in-progress': 'La même requête est encore en cours. Veuillez réessayer dans un instant.',
  'errors.request/outcome-unknown':
    'Cette requête a déjà été lancée et son résultat est inconnu. Vérifiez avant de la renvoyer avec une nouvelle clé.',
  'errors.user/not-found': 'Utilisateur introuvable.',
  'errors.user/email-taken': 'Cette adresse e-mail est déjà utilisée.',
  'errors.user/self-delete': 'Vous ne pouvez pas vous supprimer vous-même.',
  'errors.user/own-rights':
    'Vous ne pouvez pas changer votre propre rôle ou vos autorisations, vous désactiver ni vous déplacer vers une autre entité.',
  'errors.user/last-admin':
    'Une entité a besoin d’au moins un administrateur actif. Nommez d’abord un autre administrateur.',
  'errors.user/phone-missing': 'Les notifications SMS nécessitent un numéro de téléphone vérifié.',
  'errors.user/too-many':
    'Cette entité a atteint sa limite d’utilisateurs. Supprimez-en ou demandez-en plus à l’exploitant du portail.',
  'errors.user/too-many-invitations': 'Trop d’invitations ont été envoyées d’ici. Réessayez plus tard.',
  'errors.user/disabled': 'Cet utilisateur est désactivé.',
  'errors.user/has-password': 'Cet utilisateur a déjà un mot de passe.',
  'errors.user/changed':
    'Cet utilisateur a été modifié entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.second-factor/too-late': 'La configuration a pris trop de temps. Recommencez.',
  'errors.second-factor/none': 'Il n’y a pas de second facteur.',
  'errors.second-factor/required':
    'Votre entité exige un second facteur. Configurez-en un autre avant de retirer celui-ci.',
  'errors.second-factor/own-first': 'Configurez d’abord votre propre second facteur dans votre profil.',
  'errors.second-factor/too-many': 'Vous avez le nombre maximal de clés d’accès. Retirez-en une d’abord.',
  'errors.phone/code-invalid': 'Code non valide, réessayez',
  'errors.phone/verification-not-found': 'Ce code n’est plus valable. Demandez-en un nouveau.',
  'errors.phone/too-many-codes': 'Trop de codes envoyés. Veuillez réessayer plus tard.',
  'errors.token/not-found': 'Jeton introuvable.',
  'errors.token/too-many': 'Le nombre maximal de jetons est atteint. Révoquez-en un qui n’est plus utilisé.',
  'errors.entity/not-found': 'Entité introuvable.',
  'errors.entity/too-many':
    'La limite de sous-entités est atteinte, ou trop de sous-entités ont été ajoutées aujourd’hui. Demandez-en plus à l’exploitant du portail.',
  'errors.entity/name-taken':
    'Une autre entité porte déjà ce nom. Choisissez-en un autre ou confirmez que les deux le partagent.',
  'errors.entity/own-status': 'Vous ne pouvez pas désactiver votre propre entité.',
  'errors.entity/own-deletion': 'Vous ne pouvez pas supprimer votre propre entité.',
  'errors.entity/changed':
    'Cette entité a été modifiée entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.file/not-found': 'Fichier introuvable.',
  'errors.file/missing': 'Choisissez un fichier.',
  'errors.file/empty': 'Le fichier est vide.',
  'errors.file/too-large': 'Le fichier est trop volumineux.',
  'errors.file/type-unsupported': 'Les fichiers de ce type ne sont pas pris en charge.',
  'errors.file/type-mismatch': 'Le contenu du fichier ne correspond pas à son type.',
  'errors.file/too-many-pixels': 'L’image a plus de 50 millions de pixels.',
  'errors.file/unreadable': 'L’image est endommagée et illisible.',
  'errors.file/store-away':
    'Les images ne peuvent être ni enregistrées ni lues pour le moment. Réessayez plus tard ; le journal du portail en donne la raison.',
  'errors.unit/not-found': 'Appareil introuvable',
  'errors.unit/shared':
    'Cet appareil appartient aussi à d’autres entités. Seul un administrateur de toutes ces entités peut faire cela.',
  'errors.unit/id-missing': 'Le DataID est obligatoire',
  'errors.unit/exists': 'Un appareil avec ce dataID existe déjà.',
  'errors.unit/id-unavailable': 'Ce dataID n’est pas disponible. Choisissez-en un autre.',
  'errors.unit/invalid-token': 'Le jeton de l’appareil n’est pas valide.',
  'errors.unit/deactivated': 'Cet appareil est désactivé. Un administrateur peut l’activer sur sa page de gestion.',
  'errors.unit/import-unreadable': 'Le fichier n’est pas lisible comme CSV avec une colonne dataID.',
  'errors.unit/too-many-jobs':
    'Au plus 5 de vos importations et modifications groupées peuvent être en cours. Attendez que l’une se termine.',
  'errors.unit/job-not-found': 'Importation ou modification groupée introuvable.',
  'errors.unit/job-running': 'Cette importation est encore en cours. Créez ses jetons quand elle sera terminée.',
  'errors.unit/tokens-taken':
    'Les jetons de cette importation ont déjà été créés et ne s’affichent qu’une fois. Créez-en un nouveau sur la page de gestion de l’appareil.',
  'errors.unit/changed':
    'Cet appareil a été modifié entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.retention/changed':
    'Cette conservation a été modifiée entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.sim/not-found': 'Carte SIM introuvable.',
  'errors.sim/exists': 'Cette carte SIM est déjà dans la liste de l’entité.',
  'errors.sim/changed':
    'Cette carte SIM a été modifiée entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.sim/import-running': 'Des cartes SIM de cette entité sont en cours d’importation. Réessayez dans un instant.',
  'errors.sim/import-unreadable': 'Le fichier n’est pas lisible comme CSV avec une colonne ICCID.',
  'errors.sim/import-invalid': 'Certaines de ces cartes SIM ne sont pas valides, aucune n’a donc été importée.',
  'errors.app/not-found': 'Application introuvable.',
  'errors.template/not-found': 'Modèle introuvable.',
  'errors.template/not-yours':
    'Ce modèle appartient à une autre entité. Vous pouvez donner à votre appareil sa propre copie.',
  'errors.template/changed':
    'Ce modèle a été modifié entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.template/none-shared': 'Cet appareil n’a pas de modèle partagé auquel revenir.',
  'errors.template/exists': 'Un modèle portant ce nom existe déjà. Choisissez un autre nom.',
  'errors.template/in-use': 'Des appareils utilisent ce modèle. Donnez-leur-en d’abord un autre.',
  'errors.template/own-copy': 'Cet appareil a son propre modèle. Ramenez-le d’abord au modèle partagé.',
  'errors.template/no-trial': 'Cet appareil n’essaie aucun modèle.',
  'errors.template/version-not-found': 'Cette version du modèle n’est plus conservée.',
  'errors.template/too-many': 'Une entité peut avoir au plus 500 modèles. Supprimez-en qu’aucun appareil n’utilise.',
  'errors.data/not-found': 'Données introuvables',
  'errors.data/field-not-found': 'La source n’a pas ce champ.',
  'errors.data/cursor-invalid': 'Cette page n’a plus de suite. Reprenez depuis la première page.',
  'errors.data/too-many-values':
    'Une série brute a au plus 2 000 000 de valeurs. Choisissez une période plus courte ou moins de champs.',
  'errors.data/too-many-reads':
    'Trop de lectures d’enregistrements sont en cours. Attendez que certaines se terminent.',
  'errors.data/read-too-long':
    'Cette lecture a pris trop de temps et a été arrêtée. Choisissez une période plus courte.',
  'errors.data/state-too-large':
    'L’état de ces appareils est trop volumineux pour une réponse. Demandez moins d’appareils.',
  'errors.data/damaged':
    'Certains de ces enregistrements sont endommagés sur le disque. Choisissez d’autres champs ou une autre période.',
  'errors.data/history-away':
    'Les enregistrements aussi anciens se trouvent dans le stockage objet, qui est injoignable. Les enregistrements récents et les graphiques de longues périodes restent disponibles. Réessayez plus tard.',
  'errors.map/no-streets': 'Ce portail n’a pas de carte routière propre.',
  'errors.map/not-built': 'La carte du monde n’est pas encore générée. Exécutez `npm run build`.',
  'errors.map/no-town-near': 'Aucun lieu connu n’est proche de cette position.',
  'errors.calculation/not-found': 'Source calculée introuvable.',
  'errors.calculation/source-exists': 'L’appareil envoie déjà une source',
  'errors.calculation/name-taken': 'Une source calculée portant ce nom existe déjà.',
  'errors.calculation/circle': 'Une source ne peut pas être calculée à partir d’elle-même.',
  'errors.calculation/in-use': 'D’autres sources calculées utilisent celle-ci.',
  'errors.calculation/too-many': 'Un appareil peut avoir au plus 100 sources calculées.',
  'errors.calculation/changed':
    'Cette source calculée a été modifiée entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.event/not-found': 'Tableau d’événements introuvable.',
  'errors.event/name-taken': 'Un tableau d’événements portant ce nom existe déjà.',
  'errors.event/too-many': 'Un appareil peut avoir au plus 100 tableaux d’événements.',
  'errors.event/ended': 'Ce tableau d’événements est terminé. Supprimez-le ou créez-en un nouveau.',
  'errors.event/changed':
    'Ce tableau d’événements a été modifié entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.event/occurrence-not-found': 'Cet événement n’existe plus.',
  'errors.event/report-not-found': 'Rapport introuvable.',
  'errors.schedule/not-found': 'Rapport planifié introuvable.',
  'errors.schedule/chart-not-found': 'L’appareil n’a pas de graphique portant ce titre, ou en a plusieurs.',
  'errors.schedule/too-many': 'Une entité peut avoir au plus 200 rapports planifiés.',
  'errors.schedule/changed':
    'Ce rapport planifié a été modifié entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.action/not-found': 'Requête introuvable.',
  'errors.action/ended': 'Cette requête est terminée : elle a reçu une réponse, a expiré ou a été annulée.',
  'errors.action/too-many':
    'Un appareil peut avoir au plus 100 requêtes ouvertes. Attendez des réponses ou annulez-en.',
  'errors.action/configuration-not-found': 'Configuration introuvable.',
  'errors.action/configuration-changed':
    'Cette configuration a été modifiée entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.action/batch-not-found': 'Lot introuvable.',
  'errors.action/batch-ended': 'Ce lot est terminé.',
  'errors.action/too-many-batches':
    'Au plus 20 de vos lots peuvent être en cours. Attendez que l’un se termine ou arrêtez-le.',
  'errors.alert/not-found': 'Alerte introuvable.',
  'errors.alert/too-many': 'Une entité peut avoir au plus 1 000 alertes.',
  'errors.alert/changed':
    'Cette alerte a été modifiée entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.alert/link-invalid':
    'Ce lien est incomplet. Ouvrez-le à nouveau depuis l’e-mail, ou connectez-vous et désabonnez-vous dans les paramètres.',
  'errors.alert/no-maintenance': 'Fenêtre de maintenance introuvable.',
  'errors.note/not-found': 'Note introuvable.',
  'errors.note/too-many': 'Un appareil peut avoir au plus 100 000 notes.',
  'errors.note/too-many-pictures':
    'Vous pouvez ajouter 200 Mo d’images aux notes en 24 heures. Réessayez plus tard ou enregistrez la note sans image.',
  'errors.note/pictures-full':
    'Les notes de votre entité ont 10 Go d’images, ce qui est le maximum. Supprimez des images dont vous n’avez plus besoin ou enregistrez la note sans image.',
  'errors.note/changed':
    'Cette note a été modifiée entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.place/not-found': 'Lieu introuvable.',
  'errors.place/too-many': 'Une entité peut avoir au plus 1 000 lieux.',
  'errors.place/too-many-positions': 'Les lieux d’une entité peuvent avoir au plus 50 000 positions au total.',
  'errors.place/file-unreadable': 'Ce fichier est illisible. Choisissez un fichier GeoJSON ou KML.',
  'errors.place/changed':
    'Ce lieu a été modifié entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.share/not-found': 'Lien partagé introuvable.',
  'errors.share/not-yours':
    'Vous n’avez pas accès à ce que montre ce lien et ne pouvez donc pas le reprendre. Retirez-le, ou demandez à quelqu’un qui y a accès.',
  'errors.share/too-many': 'Une entité peut avoir au plus 200 liens partagés. Retirez-en un qui ne sert plus.',
  'errors.share/nothing-shown': 'Cet écran n’a rien à partager.',
  'errors.share/closed': 'Ce lien ne s’ouvre pas. Il a pris fin, ou il demande un autre mot de passe.',
  'errors.label/not-found': 'Étiquette introuvable.',
  'errors.label/name-taken': 'Une étiquette portant ce nom existe déjà.',
  'errors.label/too-many': 'Une entité peut avoir au plus 100 étiquettes.',
  'errors.label/too-many-on-unit': 'Un appareil peut avoir au plus 10 étiquettes d’une même entité.',
  'errors.label/changed':
    'Cette étiquette a été modifiée entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'errors.activity/not-found': 'Entrée introuvable.',
  'errors.record/malformed-line': 'La ligne n’est pas au format « line protocol ».',
  'errors.record/malformed-json': 'Le message n’est pas un JSON valide.',
  'errors.record/not-an-object':
    'Un enregistrement est un objet JSON, un nombre, un texte, true ou false. Un message est un enregistrement ou une liste d’enregistrements.',
  'errors.record/source-name-invalid':
    'Un nom de source commence par une lettre ou un tiret bas et a au plus 64 lettres, chiffres, tirets bas ou tirets.',
  'errors.record/field-name-invalid':
    'Un nom de champ commence par une lettre ou un tiret bas et a au plus 64 lettres, chiffres, tirets bas ou tirets.',
  'errors.record/value-invalid':
    'Une valeur est un nombre, un texte, true, false, null ou un objet composé de ceux-ci.',
  'errors.record/text-invalid':
    'Un texte contient NUL ou la moitié d’une paire de substitution, ce qui ne peut pas être enregistré.',
  'errors.record/too-many-fields': 'Un enregistrement peut avoir au plus 256 champs.',
  'errors.record/too-large': 'Un enregistrement peut avoir au plus 64 Kio.',
  'errors.record/time-invalid':
    'messageUTC est au format ISO 8601 ou un nombre de secondes ou de millisecondes depuis 1970, dans une année de 1970 à 9999 en UTC.',
  'errors.record/time-in-future': 'messageUTC est à plus de 24 heures dans le futur.',
  'errors.record/topic-not-allowed': 'Un appareil ne peut utiliser que ses propres topics.',
  'errors.record/too-many-sources':
    'L’appareil a le nombre maximal de sources, cette nouvelle source n’est donc pas enregistrée.',
  'errors.record/codec-failed': 'Le codec du modèle n’a pas pu décoder les données.',
  'errors.record/source-calculated': 'Le portail calcule cette source : les appareils ne peuvent pas l’envoyer.',
  'errors.record/packet-invalid': 'Le message d’un appareil est illisible.',
  'errors.server/unavailable':
    'Le service est occupé ou sa base de données est indisponible. Veuillez réessayer dans un instant.',
  'errors.server/stopping': 'Ce serveur s’arrête. Veuillez réessayer dans un instant.',
  'errors.server/no-room':
    'Le disque du portail est plein, rien ne peut être enregistré. L’enregistrement reprend dès que l’exploitant libère de l’espace.',
  'errors.server/internal': 'Une erreur s’est produite de notre côté.',
}
