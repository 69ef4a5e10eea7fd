import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'prometheus.write.format':
    'Envoyez du remote write 1.0 : application/x-protobuf avec prometheus.WriteRequest, compressé avec Snappy.',
  'prometheus.write.protobuf': 'Le contenu n’est pas un message protobuf valide.',
  'prometheus.write.snappy': 'Le contenu n’est pas compressé correctement avec Snappy.',
  'prometheus.write.labels': 'Une série comporte au plus {count, number} labels, de {size, number} Kio en tout.',
  'prometheus.write.text': 'Un label n’est pas de l’UTF-8 valide.',
  'prometheus.write.repeated': 'Un label apparaît deux fois.',
  'prometheus.write.histogram': 'Les histogrammes natifs ne sont pas pris en charge.',
  'prometheus.write.name': 'La métrique n’a pas de nom.',
  'prometheus.write.samples': 'Un contenu a {count, number} échantillons au plus.',
  'prometheus.query.ends': 'La requête est incomplète.',
  'prometheus.query.unexpected': 'La requête est illisible à partir de « {text} » (position {position, number}).',
  'prometheus.query.deep': 'Une requête imbrique au plus {most, number} expressions.',
  'prometheus.query.no-selector': '« {text} » n’est pas un sélecteur de séries.',
  'prometheus.query.no-match': 'Indiquez les séries avec match[].',
  'prometheus.query.same-labels':
    'Deux séries du résultat ont les mêmes étiquettes. Regroupez par une étiquette qui les distingue : les calculs retirent le nom de la métrique.',
  'prometheus.query.subquery':
    'Les sous-requêtes telles que « {text} » (position {position, number}) ne sont pas prises en charge.',
  'prometheus.query.at': 'Le modificateur @ dans « {text} » (position {position, number}) n’est pas pris en charge.',
  'prometheus.query.string':
    'Un texte tel que {text} (position {position, number}) n’est pas pris en charge comme expression.',
  'prometheus.query.part': '« {text} » (position {position, number}) n’est pas pris en charge.',
  'prometheus.query.number': '« {text} » (position {position, number}) n’est pas un nombre pris en charge.',
  'prometheus.query.offset':
    'Dans « {text} » (position {position, number}), offset doit suivre directement un sélecteur.',
  'prometheus.query.operator':
    'L’opérateur « {text} » (position {position, number}) n’est pas pris en charge. Sont possibles : + - * / % ^',
  'prometheus.query.matching':
    '« {text} » (position {position, number}) n’est pas pris en charge : les séries se calculent uniquement avec des nombres.',
  'prometheus.query.two-vectors':
    '« {text} » (position {position, number}) calcule des séries entre elles. Les séries se calculent uniquement avec des nombres ; utilisez une source calculée.',
  'prometheus.query.function':
    'La fonction « {text} » (position {position, number}) n’est pas prise en charge. Sont possibles : avg_over_time, min_over_time, max_over_time, sum_over_time, count_over_time, last_over_time, rate, increase',
  'prometheus.query.aggregation':
    'L’agrégation « {text} » (position {position, number}) n’est pas prise en charge. Sont possibles : sum, avg, min, max, count',
  'prometheus.query.range-of':
    'Dans « {text} » (position {position, number}), une période entre crochets doit suivre directement un sélecteur.',
  'prometheus.query.range-alone':
    '« {text} » (position {position, number}) est une période. Appliquez-lui une fonction telle que avg_over_time.',
  'prometheus.query.range-of-ranges':
    'Une requête sur une période donne une valeur par pas. Appliquez une fonction telle que avg_over_time.',
  'prometheus.query.two-names': '« {text} » (position {position, number}) nomme la métrique deux fois.',
  'prometheus.query.any-series':
    '« {text} » (position {position, number}) sélectionne tout. Au moins une condition ne doit pas accepter une valeur vide.',
  'prometheus.query.text': 'Le texte {text} (position {position, number}) n’est pas valide.',
  'prometheus.query.duration':
    '« {text} » (position {position, number}) n’est pas une durée valide. Écrivez-la comme 5m ou 1h30m.',
  'prometheus.query.argument':
    'Dans « {text} » (position {position, number}), la fonction attend une période, comme dans rate(level[5m]).',
  'prometheus.query.aggregated':
    'Dans « {text} » (position {position, number}), l’agrégation attend une expression avec des séries.',
  'prometheus.query.pattern': '« {pattern} » n’est pas une expression régulière valide.',
  'prometheus.query.pattern-large':
    'L’expression régulière « {pattern} » est trop grande. Utilisez une liste de valeurs, comme a|b|c.',
  'prometheus.query.step': 'Le pas est une durée d’au moins une milliseconde.',
  'prometheus.query.order': 'La fin précède le début.',
  'prometheus.query.steps': 'Une période compte au plus {most, number} pas. Choisissez un pas plus long.',
  'prometheus.query.lookback': 'La période de recherche (lookback_delta) est une durée, comme 30m.',
  'prometheus.query.time': '« {text} » n’est pas une heure : utilisez des secondes depuis 1970 ou RFC 3339.',
  'prometheus.query.series':
    'Une requête compte au plus {most, number} séries. Ajoutez des conditions, par exemple unit="…".',
  'prometheus.query.values':
    'Une réponse compte au plus {most, number} valeurs. Choisissez moins de séries ou un pas plus long.',
  'prometheus.query.samples':
    'Une requête lit au plus {most, number} valeurs. Choisissez une période plus courte, une fenêtre plus courte ou moins de séries.',
  'prometheus.query.window':
    'Une fenêtre compte au plus {most, number} valeurs d’une série. Choisissez-en une plus courte.',
  'prometheus.help':
    'Dans Prometheus ou un agent, entrez cette adresse et ce jeton sous « remote_write ». Un Prometheus qui interroge plusieurs appareils utilise un jeton qui peut envoyer pour des appareils, et nomme chaque appareil dans le label « unit ».',
  'errors.query/invalid': 'Cette requête est illisible.',
  'errors.query/unsupported': 'Cette requête utilise une partie de PromQL qui n’est pas prise en charge.',
  'errors.query/too-large':
    'Cette requête lit trop de données à la fois. Choisissez moins de séries, une période plus courte ou un pas plus long.',
}
