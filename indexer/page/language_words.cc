#include "indexer/page/language_words.h"

#include <array>

namespace thresh {
namespace {

constexpr Script kLatin = Script::kLatin, kCyrillic = Script::kCyrillic;

constexpr std::array<LanguageRow, 51> kRows = {{
    {"en", "english", kLatin,
     "the of and to in is that for it as with on are this be by or not you from which can if an "
     "a have when your will has was but they these should used than there their what do no at all "
     "may other any use we more only"},
    {"de", "german", kLatin,
     "der die das und ist von zu mit den nicht ein eine für auf sich des dem werden wird im auch "
     "als sie es an durch kann oder bei einer einen aus nach wenn wie nur zum zur sind diese über"},
    {"fr", "french", kLatin,
     "le la les de des du et est un une en que qui dans pour par sur pas plus au avec ce cette ou "
     "vous il sont être ne se aux ces peut comme si mais nous elle sa son leur l d qu n s"},
    {"es", "spanish", kLatin,
     "el la los las de del y es en que un una por para con no se su al lo como más o este esta "
     "son puede si sobre pero también ser hay cuando entre sin sus está fue muy desde"},
    {"it", "italian", kLatin,
     "il la i gli le di del della dei delle e è in che un una per con non si sono al alla da dal "
     "nel nella come più questo questa o può essere se anche ma l dell un ad ed dalla"},
    {"pt", "portuguese", kLatin,
     "o a os as de do da dos das e é em no na que um uma para com não se por mais ao como ou este "
     "esta são pode ser também mas seu sua quando pelo pela está foi isso você até"},
    {"nl", "dutch", kLatin,
     "de het een en van in is dat op te zijn voor met niet die aan er om als door wordt kan ook "
     "of maar naar bij uit deze dit u worden over nog wel moet heeft geen meer"},
    {"da", "danish", kLatin,
     "og i at er en et den det til af på for med de der som ikke kan også eller har fra ved om men "
     "vil være blev efter noget nogle hvis når mere bliver hvor dig mellem skal"},
    {"no nb nn", "norwegian", kLatin,
     "og i å er en et den det til av på for med de som ikke kan også eller har fra ved om men vil "
     "være ble etter noe noen hvis når mer blir hvor deg mellom skal du bruke dette"},
    {"sv", "swedish", kLatin,
     "och i att är en ett den det till av på för med de som inte kan också eller har från vid om "
     "men vill vara blev efter något några när mer blir var dig mellan ska du detta"},
    {"fi", "finnish", kLatin,
     "ja on ei se että ovat joka tai kun mutta myös voi niin kuin sen ole hän tämä tämän oli jos "
     "vain sitä jotka voidaan kanssa mukaan ovat siitä sekä nyt jo"},
    {"hu", "hungarian", kLatin,
     "a az és nem hogy egy is van ez meg csak de ha vagy mint el azt ki ezt már még kell lehet "
     "amely minden volt lesz után akkor vannak ami"},
    {"tr", "turkish", kLatin,
     "ve bir bu için ile da de olarak olan daha çok gibi kadar en her veya ne değil ya ise sonra "
     "olduğu var ancak tarafından göre şekilde ki bunu olur"},
    {"ro", "romanian", kLatin,
     "și şi de în a la este cu nu care o un pe să se pentru din mai sunt ca sau dacă prin fi al "
     "ale "
     "dar această acest poate fost lui cele"},
    {"ca", "catalan", kLatin,
     "el la els les de del dels i és en que un una per amb no es al com més o aquest aquesta són "
     "pot si també ser quan entre sense seva seu està hi ha perquè pel"},
    {"eu", "basque", kLatin,
     "eta da ez bat du ere dira izan dute hau bere baina edo egin zen dago behar egiten den beste "
     "baino horren duen bai dituen honek"},
    {"ga", "irish", kLatin,
     "agus an na is ar i go a le do ag sé bhí tá de ní sin faoi seo leis mar nach chun raibh "
     "bheith "
     "ach gur siad atá as"},
    {"id ms", "indonesian", kLatin,
     "yang dan di untuk dengan dari ini itu pada adalah tidak akan atau ke dalam anda dapat oleh "
     "bahwa jika sebagai juga ada bisa saya lebih karena telah harus"},
    {"lt", "lithuanian", kLatin,
     "ir yra kad į iš su ne tai kaip bet ar už jos jis šis taip apie pagal gali kurie kuris dėl "
     "nuo iki arba jei buvo tik jų prie"},
    {"pl", "none", kLatin,
     "i w na z nie do się jest to że jak dla o po od przez są lub oraz może przy ale które który "
     "tego tym ten jego można być czy"},
    {"cs", "none", kLatin,
     "a v na se je to že s z do pro jako ve ale by jsou o k nebo při které který může být není po "
     "od jeho tak také pokud však tento"},
    {"sk", "none", kLatin,
     "a v na sa je to že s z do pre ako vo ale by sú o k alebo pri ktoré ktorý môže byť nie po od "
     "jeho tak tiež ak však tento"},
    {"hr bs", "none", kLatin,
     "i u na je se da za od su kao s ne koji koja to iz ili ako biti samo što ovo može nije bilo "
     "gdje ovdje uvijek prije također koje"},
    {"sr", "serbian", kLatin,
     "i u na je se da za od su kao sa ne koji koja to iz ili ako biti samo šta ovo može nije bilo "
     "gde ovde uvek pre takođe koje"},
    {"sl", "none", kLatin,
     "in v je na za da se so z ki ne pa s od po tudi kot ali to iz bi pri lahko če biti še samo "
     "kjer vendar njegov"},
    {"et", "none", kLatin,
     "ja on ei see et ta kui oma ka mis või aga siis kes nii kõik oli seda ning selle olla saab "
     "mida ainult pärast kuid tema"},
    {"lv", "none", kLatin,
     "un ir no uz ar ka par kas to tas bet vai nav kā pie tiek lai pēc viņa šis arī tika jau var "
     "līdz savu"},
    {"vi", "none", kLatin,
     "và của là có các một cho không được trong với này những để người khi đã từ như về nó hoặc "
     "nếu bạn thì cũng tại"},
    {"sq", "none", kLatin,
     "dhe të në e një për me është nuk që nga ka si do më por kjo janë duke ai ajo ishte"},
    {"eo", "none", kLatin,
     "la kaj de en estas al por ne kiu ke por kun ĉi oni sed tio ankaŭ povas tiu estis aŭ"},
    {"ru", "russian", kCyrillic,
     "и в не на что с по для как это к из от но а или же при если то вы он быть может который "
     "также были только его этого чтобы"},
    {"sr", "serbian", kCyrillic,
     "и у на је се да за од су као са не који која то из или ако бити само шта ово може није било "
     "где овде увек пре такође"},
    {"uk", "none", kCyrillic,
     "і в не на що з до для як це та від але або у й якщо ви він бути може який також були тільки "
     "його щоб є"},
    {"bg", "none", kCyrillic,
     "и в не на че с по за как това към от но или при ако вие той да може който също са само него "
     "се е ще"},
    {"mk", "none", kCyrillic,
     "и во не на што со по за како ова кон од но или при ако вие тој да може кој исто се само е ќе "
     "беше"},
    {"be", "none", kCyrillic,
     "і ў не на што з па для як гэта да ад але або пры калі вы ён быць можа які таксама былі яго"},
    {"el", "greek", Script::kGreek, ""},
    {"hy", "armenian", Script::kArmenian, ""},
    {"ta", "tamil", Script::kTamil, ""},
    {"he iw", "none", Script::kHebrew,
     "של את על לא עם זה הוא או כי גם אם כל היא יש אל אין אבל מה כדי אני"},
    {"yi", "yiddish", Script::kHebrew,
     "און די דער אַ איז אין צו פֿון פון מיט נישט ניט דאָס האָט וואָס אויף ער פֿאַר מען זיך האט דאס"},
    {"ar", "arabic", Script::kArabic,
     "في من على أن إلى التي عن هذا هذه لا ما مع أو كان ذلك كل الذي بعد قد إذا يمكن هو هي ثم حتى"},
    {"fa", "none", Script::kArabic,
     "و در به از که این را با است برای آن یک می شود خود تا یا بر هم شده کند اگر دارد بود"},
    {"ur", "none", Script::kArabic,
     "کے میں کی ہے اور سے کا کو اس نے پر یہ ہیں کہ تھا ایک بھی نہیں گیا"},
    {"hi", "hindi", Script::kDevanagari,
     "के में है की और से का को पर यह हैं कि इस एक नहीं ने भी था हो कर लिए या गया"},
    {"ne", "nepali", Script::kDevanagari,
     "र को मा छ का ले हो यो पनि एक गर्न लाई भएको छन् गरेको थियो बाट यस हुन्छ"},
    {"mr", "none", Script::kDevanagari,
     "आणि आहे या हे ते च्या व आहेत मध्ये होते असे एक नाही तर ही हा साठी केले"},
    {"zh", "none", Script::kOther, ""},
    {"ja", "none", Script::kOther, ""},
    {"ko", "none", Script::kOther, ""},
    {"th", "none", Script::kOther, ""},
}};

}  // namespace

std::span<const LanguageRow> LanguageRows() { return kRows; }

}  // namespace thresh
