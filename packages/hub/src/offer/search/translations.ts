/**
 * Words of other languages as the English ones that the lexicon knows. Plain data.
 *
 * Tools are nearly always described in English, requests often are not. Some two hundred words are most of what people
 * ask of coding tools. A line reads: words of one meaning, with commas: the English word. Accents do not matter, and
 * endings little.
 */

export const translations: Readonly<Record<string, string>> = {
  german: `
    datei, dateien: file; ordner, verzeichnis, verzeichnisse: folder; inhalt: contents; liegt in, was ist in: what is in; zeig, zeige, zeigen, anzeigen, ansehen: show
    lies, lese, lesen: read; schreib, schreibe, schreiben: write; speicher, speichere, speichern, sichern: save; offne, offnen: open; schliess, schliesse, schliessen: close
    erstell, erstelle, erstellen, anlegen, erzeuge, erzeugen, mach, mache: create; neu, neue, neuen, neues: new; fuge, hinzufugen, erganze, einfugen: add
    losch, losche, loschen, entferne, entfernen: delete; umbenennen, benenne: rename; verschieb, verschiebe, verschieben: move; kopiere, kopieren: copy
    ander, andere, andern, bearbeite, bearbeiten: edit; ersetze, ersetzen: replace; such, suche, suchen, finde, finden, wo ist, wo sind: search
    anderungen, geandert: changes; wie viele, anzahl: how many; wie gross, grosse: how big; letzte, letzten, neueste, neuesten: latest; verlauf: history
    seite, webseite: page; knopf, schaltflache: button; klick, klicke, klicken, druck, drucke: click; bildschirmfoto, aufnahme: screenshot; bild: image
    fehler, fehlermeldung: error; konsole: console; zweig: branch; schieb, schiebe, schicke, hochladen: push; hole, holen, lade, herunterladen: fetch; zusammenfuhren: merge
    datenbank: database; sammlung: collection; tabelle: table; dokument, dokumente: document; zeile: line; spalte: column; abfrage: query; nutzer, benutzer: user
    warte, warten: wait; starte, starten: start; stopp, stoppe, beende, beenden: stop; fuhre, ausfuhren: run; merk, merke: remember; vergiss: forget; kommentar: comment
    wer hat: who wrote; wann: time; eingeben, tippe: type; formular: form; fenster: window; umgebungsvariable, umgebungsvariablen: environment; auswahlen, wahle: select
    erinnere, erinnern: remind; termin, termine, besprechung: meeting; kalender: calendar; aufgabe, aufgaben: task; nachricht, nachrichten: message; kanal: channel; wetter: weather; strecke, weg: route
  `,
  french: `
    fichier, fichiers: file; dossier, repertoire: folder; contenu: contents; montre, montrer, affiche, afficher, voir: show; lis, lire: read; ecris, ecrire: write
    enregistre, enregistrer, sauvegarde, sauvegarder: save; ouvre, ouvrir: open; ferme, fermer: close; cree, creer, fais, faire: create; nouveau, nouvelle: new; ajoute, ajouter: add
    supprime, supprimer, efface, effacer, enleve: delete; renomme, renommer: rename; deplace, deplacer: move; copie, copier: copy; modifie, modifier, change, changer: edit
    remplace, remplacer: replace; cherche, chercher, recherche, rechercher, trouve, trouver, ou est, ou sont: search; modifications, changements: changes; combien: how many
    taille: how big; dernier, derniers, derniere, dernieres: latest; historique: history; capture d ecran, capture: screenshot; bouton: button; clique, cliquer, appuie: click
    erreur, erreurs: error; onglet, onglets: tab; navigateur: browser; branche: branch; pousse, pousser, envoie: push; recupere, recuperer, telecharge: fetch; fusionne, fusionner: merge
    base de donnees: database; ligne: line; colonne: column; requete: query; utilisateur, utilisateurs: user; attends, attendre: wait; demarre, lance, lancer: start; arrete, arreter: stop
    execute, executer: run; souviens, retiens: remember; oublie: forget; commentaire: comment; saisis: type; formulaire: form; fenetre: window; choisis: select; ecran: screen
    rappelle, rappeler: remind; rendez vous, reunion: meeting; calendrier, agenda: calendar; tache, taches: task; message, messages: message; canal: channel; meteo: weather; itineraire, trajet: route
  `,
  spanish: `
    archivo, archivos, fichero: file; carpeta, carpetas, directorio: folder; contenido: contents; muestra, mostrar, muestrame, ver, ensena: show; lee, leer: read; escribe, escribir: write
    guarda, guardar: save; abre, abrir: open; cierra, cerrar: close; crea, crear, haz: create; nuevo, nueva: new; anade, anadir, agrega, agregar: add
    borra, borrar, elimina, eliminar, quita: delete; renombra, renombrar: rename; mueve, mover: move; copia, copiar: copy; cambia, cambiar, edita, editar, modifica: edit
    reemplaza, sustituye: replace; busca, buscar, encuentra, donde esta, donde estan: search; cambios: changes; cuantos, cuantas: how many; tamano: how big; ultimo, ultimos, ultimas: latest
    historial: history; captura de pantalla, captura: screenshot; boton: button; clic, pulsa, pincha: click; error, errores: error; consola: console; pestana, pestanas: tab
    navegador: browser; pagina: page; rama: branch; empuja, sube: push; descarga, baja: fetch; fusiona, combina: merge; base de datos: database; coleccion: collection; documento, documentos: document
    linea: line; columna: column; consulta: query; usuario, usuarios: user; espera, esperar: wait; inicia, empieza, arranca: start; deten, para de, termina: stop; ejecuta, ejecutar: run
    recuerda: remember; olvida: forget; comentario: comment; formulario: form; ventana: window; elige, selecciona: select; imagen, foto: image; tabla: table; bloque: block
    recuerdame, recordatorio: remind; cita, reunion: meeting; calendario: calendar; tarea, tareas: task; mensaje, mensajes: message; canal: channel; tiempo: weather; ruta, llego, llegar: route; registros: logs; coche: by car
  `,
  portuguese: `
    arquivo, arquivos, ficheiro: file; pasta, pastas, diretorio: folder; mostra, mostre, mostrar, exibe: show; leia, ler: read; escreve, escreva: write; salva, salve: save
    abra, abrir: open; fecha, feche: close; cria, crie, faz, faca: create; novo, nova: new; adiciona, adicione: add; apaga, apague, exclui, remova, remove: delete; renomeia: rename
    mova, mover: move; altera, altere, muda, edite: edit; procura, procure, busque, onde esta, onde estao: search; alteracoes, mudancas: changes; quantos, quantas: how many; tamanho: how big
    aba, abas, guia: tab; aberta, abertas, aberto: open; navegador: browser; pagina: page; botao: button; clique, clica: click; erro, erros: error; ramo: branch; envia, envie: push; baixa, baixe: fetch
    banco de dados: database; colecao: collection; linha: line; mensagem: message; espere, aguarde: wait; execute: run; lembra, lembre: remember; captura de tela: screenshot; ultimos, ultimas: latest
    lembrete: remind; reuniao, compromisso: meeting; calendario, agenda: calendar; tarefa, tarefas: task; canal: channel; rota: route; tabela: table; registo, registro: record
  `,
  italian: `
    file: file; cartella, cartelle: folder; mostra, mostrami, vedi, visualizza: show; leggi, leggere: read; scrivi, scrivere: write; salva, salvare: save; apri, aprire: open
    chiudi, chiudere: close; crea, creare: create; nuovo, nuova: new; aggiungi, aggiungere: add; cancella, cancellare, elimina, eliminare, rimuovi: delete; rinomina: rename; sposta: move
    modifica, cambia: edit; cerca, trova, dove e, dove sono: search; modifiche: changes; quanti, quante: how many; dimensione: how big; scheda, schede: tab; pagina: page; pulsante: button
    clicca, premi: click; errore, errori: error; ramo: branch; invia: push; scarica: fetch; collezione: collection; documento, documenti: document; blocco: block; riga: line; ultimi, ultime: latest
    aspetta, attendi: wait; esegui: run; avvia: start; ferma: stop; ricorda: remember; dimentica: forget; commento: comment; schermata: screenshot
    promemoria, ricordami: remind; riunione, appuntamento: meeting; calendario: calendar; evento: event; attivita: task; messaggio: message; canale: channel; percorso: route
  `,
  dutch: `
    bestand, bestanden: file; map, mappen: folder; toon, laat zien: show; lees: read; schrijf: write; bewaar, opslaan: save; maak, aanmaken: create; nieuwe, nieuw: new; voeg toe, toevoegen: add
    verwijder, wis: delete; hernoem: rename; verplaats: move; wijzig, bewerk: edit; zoek, vind: search; wijzigingen: changes; hoeveel: how many; knop: button; pagina: page; tabblad: tab; fout, fouten: error
  `,
  russian: `
    файл, файла, файлы, файлов: file; папка, папке, папку, каталог, директория: folder; покажи, показать, посмотри: show; прочитай, прочти, читать: read; напиши, запиши: write
    сохрани: save; открой, открыть: open; закрой: close; создай, создать, сделай: create; новый, новую, новая: new; добавь, добавить: add; удали, удалить, сотри: delete; переименуй: rename
    перемести: move; измени, исправь, отредактируй: edit; замени: replace; найди, поищи, где: search; изменения: changes; сколько: how many; размер: how big; история, историю: history
    страница, страницу, страницы: page; кнопка, кнопку: button; нажми, кликни: click; скриншот, снимок экрана: screenshot; ошибка, ошибки: error; ветка, ветку: branch; отправь: push
    скачай: fetch; слей: merge; коммит, коммиты: commit; база данных, базе данных: database; коллекция, коллекции: collection; подожди: wait; запусти: run; запомни: remember; забудь: forget
  `,
  chinese: `
    文件: file; 文件夹, 目录: folder; 内容: contents; 显示, 查看, 看看, 看一下: show; 读取, 读: read; 写入, 写: write; 保存: save; 打开: open; 关闭: close; 创建, 新建: create; 添加, 增加: add
    删除, 移除: delete; 重命名: rename; 移动: move; 复制: copy; 修改, 编辑, 更改: edit; 替换: replace; 搜索, 查找, 寻找, 在哪: search; 更改了, 变更, 改动: changes; 多少: how many; 大小: how big
    历史: history; 最近, 最新: latest; 页面, 网页: page; 按钮: button; 点击: click; 截图, 截屏: screenshot; 图片: image; 错误: error; 控制台: console; 标签页: tab; 浏览器: browser; 分支: branch
    提交: commit; 推送: push; 拉取: pull; 合并: merge; 仓库: repository; 数据库: database; 集合: collection; 文档: document; 行: line; 查询: query; 用户: user; 等待: wait; 运行, 执行: run
    停止: stop; 启动, 开始: start; 记住: remember; 忘记: forget; 评论: comment; 输入: type; 表单: form; 状态: status; 列出: list; 上传: upload; 下载: download; 环境变量: environment
    生成: generate; 发送, 发给: send; 回复: reply; 分享, 共享: share; 检查: check; 统计, 计数: count; 恢复, 还原: restore; 归档: archive; 分配, 指派: assign; 批准: approve; 邀请: invite
    导出: export; 导入: import; 安装: install; 部署: deploy; 构建: build; 测试: test; 连接: connect; 翻译: translate; 取消: cancel; 启用: enable; 禁用: disable; 锁定: lock; 比较, 对比: compare; 排序: sort
    成员: member; 团队: team; 项目: project; 标签: label; 卡片: card; 看板: board; 列表: list; 清单: checklist; 密码: password; 密钥: secret; 邮件, 邮箱: email; 联系人: contact; 公司: company; 客户: customer
    表格: table; 字段: field; 记录: record; 索引: index; 缓存: cache; 附件: attachment; 视频: video; 音频: audio; 链接: link; 地图: map; 地址, 位置: location; 距离: distance; 天气: weather; 时间: time
    版本: version; 发布: release; 代码: code; 函数: function; 流水线: pipeline; 容器: container; 集群: cluster; 服务: service; 进程: process; 权限: permission; 设置, 配置: settings; 通知: notification
    檔案: file; 資料夾: folder; 顯示: show; 讀取: read; 寫入: write; 儲存: save; 開啟: open; 關閉: close; 建立: create; 刪除: delete; 編輯: edit; 搜尋: search; 頁面: page; 資料庫: database; 執行: run
    提醒: remind; 会议, 日程: meeting; 日历: calendar; 任务, 待办: task; 消息: message; 频道: channel; 拉取请求, 合并请求: pull request; 问题: issue; 日志: logs; 新闻: news; 路线: route
  `,
  japanese: `
    ファイル: file; フォルダ, フォルダー, ディレクトリ: folder; 内容, 中身: contents; 見せて, 表示, 見たい, 見て: show; 読んで, 読み取, 読み込: read; 書いて, 書き込: write; 保存: save; 開いて, 開く: open
    閉じて, 閉じる: close; 作成, 作って: create; 追加: add; 削除, 消して: delete; 名前を変更, リネーム: rename; 移動: move; コピー: copy; 変更された, 変更点: changes; 変更, 編集, 修正: edit
    置換: replace; 検索, 探して, どこ: search; いくつ, 何件: how many; サイズ, 大きさ: how big; 履歴: history; 最近, 最新: latest; ページ: page; ボタン: button; クリック, 押して: click
    スクリーンショット: screenshot; 画像, 写真: image; エラー: error; コンソール: console; タブ: tab; ブラウザ: browser; ブランチ: branch; コミット: commit; プッシュ: push; マージ: merge
    リポジトリ: repository; データベース: database; コレクション: collection; ドキュメント: document; 行目: line; 待って: wait; 実行: run; 停止, 止めて: stop; 開始: start; 覚えて: remember
    忘れて: forget; コメント: comment; 入力: type; フォーム: form; 状態: status; 日時, 時刻: time; 一覧: list; アップロード: upload; ダウンロード: download
    リマインド: remind; 会議, 予定: meeting; カレンダー: calendar; タスク: task; メッセージ: message; チャンネル: channel; プルリクエスト: pull request; ログ: logs; ニュース: news; 経路: route
  `,
  korean: `
    파일: file; 폴더, 디렉토리, 디렉터리: folder; 내용: contents; 보여, 표시: show; 읽어, 읽기: read; 써줘, 작성: write; 저장: save; 열어, 열기: open; 닫아, 닫기: close; 만들어, 생성: create
    추가: add; 삭제, 지워: delete; 이름 변경: rename; 이동, 옮겨: move; 수정, 편집, 변경: edit; 검색, 찾아, 어디: search; 몇 개: how many; 크기: how big; 페이지: page; 버튼: button; 클릭, 눌러: click
    스크린샷: screenshot; 오류, 에러: error; 탭: tab; 브라우저: browser; 브랜치: branch; 커밋: commit; 푸시: push; 병합: merge; 데이터베이스: database; 컬렉션: collection; 실행: run; 상태: status
  `,
};
