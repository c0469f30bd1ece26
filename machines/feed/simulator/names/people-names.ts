import type { WrittenName } from './town-names.ts'

const people = (list: string): readonly WrittenName[] =>
  list
    .trim()
    .split('\n')
    .map((line) => line.trim().split('|') as unknown as WrittenName)

/** Who plays alone. */
export const PLAYERS = people(`
  A. Moreno|А. Морено|أ. مورينو
  B. Lindqvist|Б. Линдквист|ب. ليندكفيست
  C. Okafor|Ч. Окафор|ش. أوكافور
  D. Petrov|Д. Петров|د. بيتروف
  E. Tanaka|Э. Танака|إ. تاناكا
  F. Rossi|Ф. Росси|ف. روسي
  G. Novak|Г. Новак|غ. نوفاك
  H. Dubois|Ю. Дюбуа|ه. دوبوا
  I. Santos|И. Сантос|إ. سانتوس
  J. Keller|Й. Келлер|ي. كيلر
  K. Yilmaz|К. Йылмаз|ك. يلماز
  L. Haddad|Л. Хаддад|ل. حداد
  M. Costa|М. Коста|م. كوستا
  N. Eriksen|Н. Эриксен|ن. إريكسن
  O. Mensah|О. Менса|أ. منساه
  P. Horvat|П. Хорват|ب. هورفات
  Q. Laurent|К. Лоран|ك. لوران
  R. Sato|Р. Сато|ر. ساتو
  S. Weber|С. Вебер|س. فيبر
  T. Silva|Т. Силва|ت. سيلفا
  U. Kaya|У. Кая|أ. كايا
  V. Mariani|В. Мариани|ف. مارياني
  W. Nkosi|У. Нкоси|و. نكوسي
  Y. Ferrer|Я. Феррер|ي. فيرير
`)

/** Who fights. */
export const FIGHTERS = people(`
  D. Stone|Д. Стоун|د. ستون
  M. Vargas|М. Варгас|م. فارغاس
  T. Okoye|Т. Окойе|ت. أوكويي
  R. Belov|Р. Белов|ر. بيلوف
  J. Hale|Дж. Хейл|ج. هيل
  S. Imai|С. Имаи|س. إيماي
  L. Duarte|Л. Дуарте|ل. دوارتي
  K. Brandt|К. Брандт|ك. برانت
  A. Reyes|А. Рейес|أ. رييس
  P. Novak|П. Новак|ب. نوفاك
  E. Cruz|Э. Крус|إ. كروز
  N. Adeyemi|Н. Адейеми|ن. أدييمي
  F. Lindahl|Ф. Линдаль|ف. ليندال
  G. Moretti|Дж. Моретти|ج. موريتي
  H. Tran|Х. Чан|ه. تران
  I. Petrenko|И. Петренко|إ. بيترينكو
  B. Walsh|Б. Уолш|ب. والش
  C. Nakamura|К. Накамура|ك. ناكامورا
  O. Diallo|У. Диалло|أ. ديالو
  V. Marin|В. Марин|ف. مارين
  W. Fischer|В. Фишер|ف. فيشر
  X. Araujo|Ш. Араужу|ش. أراوجو
  Y. Demir|Я. Демир|ي. دمير
  Z. Kowalski|З. Ковальский|ز. كوفالسكي
`)

/** Who rolls. */
export const MARBLES = people(`
  Red Comet|Красная комета|المذنّب الأحمر
  Blue Ripple|Синяя рябь|الموجة الزرقاء
  Green Fern|Зелёный папоротник|السرخس الأخضر
  Amber Drop|Янтарная капля|قطرة الكهرمان
  Pearl|Жемчужина|اللؤلؤة
  Onyx|Оникс|العقيق
  Violet Dusk|Лиловый закат|الغسق البنفسجي
  White Frost|Белый иней|الصقيع الأبيض
  Copper Spin|Медный волчок|الدوّامة النحاسية
  Jade|Нефрит|اليشم
  Ruby Arc|Рубиновая дуга|قوس الياقوت
  Night Sky|Ночное небо|سماء الليل
`)
