/**
 * Words that every request and every description has, in the languages of the translations. They ask for nothing.
 */
export const commonWords: ReadonlySet<string> = new Set(
  [
    `a about after again also am an and any anything are as at be been before but by can could did do does doing don done for from
     had has have having he her here him his how i if in into is it its just know let like ll lot may me might more most much my need no
     not now of off ok okay on one only onto or our out over please put really right s same she should so some something such
     t than that the their them then there these they thing this those through to too try under up us use used using ve very
     via want was way we well were what when where which while who whose why will with without would yes yet you your re d m
     tool tools mcp server called named titled`,
    `aber alle als am an auch auf aus bei bin bitte da das dass dem den der des die dies diese diesem diesen dieser doch du ein eine
     einem einen einer er es fur hat ich ihr im in ist ja kann kannst mal man mein meine meinen meiner mir mit nach nicht noch nur oder
     sich sie sind so und uns vom von vor war was welche wenn wer wie wir wird wo zu zum zur`,
    `au aux avec ce ces cet cette dans de des du elle en est et il ils j je l la le les leur lui ma mais me mes moi mon n ne nous on
     ou par pas pour qu que quel quelle quels qui s sa ses si son sont sur ta te tes toi ton tu un une vos votre vous y`,
    `al algo con cual cuales como del el ella en entre eres es esta estan este esto estos fue hay la las le lo los me mi mis muy no
     nos o para pero por que quien se ser si sin sobre son su sus te tiene todo todos tu un una uno unos y ya`,
    `ao aos as com da das de do dos e ela ele em essa esse esta este eu foi isso mais meu minha na nas no nos o os ou para pela pelo
     por qual que quem sao se sem seu sua tem um uma voce`,
    `agli ai al alla che chi ci con cosa da dal dalla dei del della delle di e gli ha ho i il io la le lo ma mi mio nel nella noi non
     o per piu quale questa questo se si sono su sul sulla ti tu tutti tutto un una`,
    `dat de deze die dit een en er het hoe ik in is je mij mijn naar niet of om op te van voor wat welke wie zijn`,
    `в во вы для до и из как к какие ли мне мой мои моя на не но о об от по с со что это я`,
  ]
    .join(" ")
    .split(/\s+/),
);
