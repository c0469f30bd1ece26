/** A name in Latin letters, in Cyrillic, and in Arabic ones. */
export type WrittenName = readonly [latin: string, cyrillic: string, arabic: string]

const towns = (list: string): readonly WrittenName[] =>
  list
    .trim()
    .split('\n')
    .map((line) => line.trim().split('|') as unknown as WrittenName)

/** Places that do not exist, by the country that they sound like, so that nobody takes a simulated match for a real one. */
export const TOWNS = {
  gb: towns(`
    Northgate|Нортгейт|نورثغيت
    Harbour|Харбор|هاربور
    Millbrook|Миллбрук|ميلبروك
    Eastfield|Истфилд|إيستفيلد
    Kingsferry|Кингсферри|كينغزفيري
    Ashworth|Эшворт|آشورث
    Stonebridge|Стоунбридж|ستونبريدج
    Highmoor|Хаймур|هايمور
    Westhaven|Вестхейвен|ويستهافن
    Fairwater|Фэруотер|فيرووتر
    Oakdale|Окдейл|أوكديل
    Redcliff|Редклифф|ريدكليف
    Ravenholm|Рейвенхолм|رافنهولم
    Southmere|Саутмир|ساوثمير
    Greystone|Грейстоун|غرايستون
    Larkfield|Ларкфилд|لاركفيلد
    Thornbury|Торнбери|ثورنبري
    Elmstead|Элмстед|إلمستيد
    Copperhill|Копперхилл|كوبرهيل
    Whitcombe|Уиткомб|ويتكومب
    Marlow Bay|Марлоу-Бей|مارلو باي
    Dunmore|Данмор|دنمور
    Silverton|Сильвертон|سيلفرتون
    Brackley|Брэкли|براكلي
    Holmwood|Холмвуд|هولموود
    Penrose|Пенроуз|بنروز
    Stanmoor|Станмур|ستانمور
    Wexham|Уэксем|ويكسهام
  `),
  de: towns(`
    Hohenfeld|Хоэнфельд|هوهنفيلد
    Falkenried|Фалькенрид|فالكنريد
    Lindenhag|Линденхаг|ليندنهاغ
    Ahrenbruck|Аренбрук|آرنبروك
    Kaltenstein|Кальтенштайн|كالتنشتاين
    Oberhagen|Оберхаген|أوبرهاغن
    Tannenburg|Танненбург|تاننبورغ
    Rothenau|Ротенау|روتناو
    Weidental|Вайденталь|فايدنتال
    Eichmar|Айхмар|آيشمار
    Grünhafen|Грюнхафен|غرونهافن
    Silberbach|Зильбербах|زيلبرباخ
    Steinwald|Штайнвальд|شتاينفالد
    Altmühlen|Альтмюлен|ألتمولن
  `),
  es: towns(`
    Villaserena|Вильясерена|فياسيرينا
    Puertoclaro|Пуэртокларо|بويرتوكلارو
    Riofrío Alto|Риофрио-Альто|ريوفريو ألتو
    Campodoro|Камподоро|كامبودورو
    Torremonte|Торремонте|توريمونتي
    Valdeoro|Вальдеоро|فالديورو
    Castromar|Кастромар|كاسترومار
    Sierraclara|Сьерраклара|سييراكلارا
    Los Almendros|Лос-Альмендрос|لوس ألميندروس
    Santa Reina|Санта-Рейна|سانتا رينا
    Montalbo Real|Монтальбо-Реаль|مونتالبو ريال
    Aguaviva|Агуавива|أغوافيفا
    Piedrasol|Пьедрасоль|بييدراسول
    Nuevo Arenal|Нуэво-Ареналь|نويفو أرينال
  `),
  fr: towns(`
    Valcourt|Валькур|فالكور
    Montrieux|Монтриё|مونتريو
    Beaurive|Борив|بوريف
    Clairfont|Клерфон|كليرفون
    Rocheval|Рошваль|روشفال
    Port-Lannic|Пор-Ланник|بور لانيك
    Vieuxbourg|Вьёбур|فيوبور
    Chantebois|Шантбуа|شانتبوا
    Aigueclaire|Эгклер|إيغكلير
    Hautelande|Отланд|أوتلاند
    Saint-Aubrac|Сент-Обрак|سان أوبراك
    Lormoy|Лормуа|لورموا
    Grandval|Гранваль|غرانفال
    Mirebelle|Мирбель|ميربيل
  `),
  it: towns(`
    Roccalba|Роккальба|روكالبا
    Pontesole|Понтесоле|بونتيسولي
    Castelmora|Кастельмора|كاستلمورا
    Serravento|Серравенто|سيرافينتو
    Borgoalto|Боргоальто|بورغوألتو
    Fontechiara|Фонтекьяра|فونتيكيارا
    Torrebruna|Торребруна|توريبرونا
    Acquadoro|Аккуадоро|أكوادورو
    Collemare|Коллемаре|كوليماري
    Valdarsa|Вальдарса|فالدارسا
    Villamarra|Вилламарра|فيلامارا
    Portolano|Портолано|بورتولانو
    Montelupa|Монтелупа|مونتيلوبا
    Sanfiore|Санфьоре|سانفيوري
  `),
} as const

/** What a club's name ends with. */
const SUFFIXES: Readonly<Record<string, readonly [cyrillic: string, arabic: string]>> = {
  FC: ['ФК', 'إف سي'],
  SV: ['СФ', 'إس في'],
  CF: ['КФ', 'سي إف'],
  Calcio: ['Кальчо', 'كالتشيو'],
  Ice: ['Айс', 'آيس'],
  Hoops: ['Хупс', 'هوبس'],
  Baloncesto: ['Балонсесто', 'لكرة السلة'],
  Basket: ['Баскет', 'باسكت'],
  Volley: ['Волей', 'فولي'],
  HC: ['ГК', 'إتش سي'],
  CC: ['КК', 'سي سي'],
  Nine: ['Найн', 'ناين'],
  Gridiron: ['Гридайрон', 'غريدآيرون'],
}

/** Clubs of towns, with what their names end with. */
export function clubs(places: readonly WrittenName[], suffix: string): readonly WrittenName[] {
  const [cyrillic = suffix, arabic = suffix] = SUFFIXES[suffix] ?? []
  return places.map(([latin, inCyrillic, inArabic]) => [
    `${latin} ${suffix}`,
    `${inCyrillic} ${cyrillic}`,
    `${inArabic} ${arabic}`,
  ])
}
