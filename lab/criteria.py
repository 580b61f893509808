"""The 61 items of the six criteria the lab's answer key speaks of, in the order of the study.

Kept here, and not read from ``keywords/``, so that the key stays independent of what it measures.
"""

from __future__ import annotations

CRITERIA: dict[str, tuple[str, ...]] = {
    "despesa_orcamentaria": tuple(
        "funcao sub_funcao orgao_or_uni_orcamentaria programa categoria_economica acao natureza_despesa modalidade elemento "
        "sub_elemento emp_numero emp_data emp_cnpj_cpf emp_indicacao_licitacao emp_valor valor_fixado valor_liquidado "
        "valor_pago lic_data_pag_ultima lic_obj_servico lic_modalidade lic_numero lic_num_contrato nome".split()
    ),
    "despesa_extra_orcamentaria": ("valor", "codigo", "nomenclatura"),
    "receita_orcamentaria": tuple(
        "uni_gestora previsao arrecadacao lancado categoria_economica origem especie rubrica alinea sub_alinea".split()
    ),
    "receita_extra_orcamentaria": ("valor", "codigo", "nomenclatura"),
    "licitacao": tuple(
        "numero_licitacao objeto_licitacao modalidade_licitacao data_publicacao_licitacao valor cnpj_cpf edital "
        "nome_vencedores nome_perdedores data_realizacao setor_interessado integra termo_ratificacao pregao aviso "
        "licitado".split()
    ),
    "quadro_pessoal": ("nome", "cpf", "cargo", "tipo_cargo", "salario_cargo"),
}

DEFAULT_MAKER: dict[str, str] = {
    "despesa_orcamentaria.funcao": "funcao",
    "despesa_orcamentaria.sub_funcao": "subfuncao",
    "despesa_orcamentaria.orgao_or_uni_orcamentaria": "unidade",
    "despesa_orcamentaria.programa": "programa",
    "despesa_orcamentaria.categoria_economica": "categoria",
    "despesa_orcamentaria.acao": "acao",
    "despesa_orcamentaria.natureza_despesa": "natureza",
    "despesa_orcamentaria.modalidade": "modalidade_aplicacao",
    "despesa_orcamentaria.elemento": "elemento",
    "despesa_orcamentaria.sub_elemento": "subelemento",
    "despesa_orcamentaria.emp_numero": "numero_empenho",
    "despesa_orcamentaria.emp_data": "data",
    "despesa_orcamentaria.emp_cnpj_cpf": "cpf_cnpj",
    "despesa_orcamentaria.emp_indicacao_licitacao": "indicacao_licitacao",
    "despesa_orcamentaria.emp_valor": "empenhado",
    "despesa_orcamentaria.valor_fixado": "fixado",
    "despesa_orcamentaria.valor_liquidado": "liquidado",
    "despesa_orcamentaria.valor_pago": "pago",
    "despesa_orcamentaria.lic_data_pag_ultima": "data_ultima_parcela",
    "despesa_orcamentaria.lic_obj_servico": "tipo_objeto",
    "despesa_orcamentaria.lic_modalidade": "modalidade_licitacao",
    "despesa_orcamentaria.lic_numero": "numero_licitacao",
    "despesa_orcamentaria.lic_num_contrato": "numero_contrato",
    "despesa_orcamentaria.nome": "credor",
    "despesa_extra_orcamentaria.valor": "valor",
    "despesa_extra_orcamentaria.codigo": "extra_codigo",
    "despesa_extra_orcamentaria.nomenclatura": "extra_nome",
    "receita_orcamentaria.uni_gestora": "gestora",
    "receita_orcamentaria.previsao": "prevista",
    "receita_orcamentaria.arrecadacao": "arrecadada",
    "receita_orcamentaria.lancado": "lancada",
    "receita_orcamentaria.categoria_economica": "rec_categoria",
    "receita_orcamentaria.origem": "rec_origem",
    "receita_orcamentaria.especie": "rec_especie",
    "receita_orcamentaria.rubrica": "rec_rubrica",
    "receita_orcamentaria.alinea": "rec_alinea",
    "receita_orcamentaria.sub_alinea": "rec_subalinea",
    "receita_extra_orcamentaria.valor": "valor",
    "receita_extra_orcamentaria.codigo": "extra_codigo",
    "receita_extra_orcamentaria.nomenclatura": "extra_nome",
    "licitacao.numero_licitacao": "numero_licitacao",
    "licitacao.objeto_licitacao": "objeto",
    "licitacao.modalidade_licitacao": "modalidade_licitacao",
    "licitacao.data_publicacao_licitacao": "data_publicacao",
    "licitacao.valor": "valor_licitado",
    "licitacao.cnpj_cpf": "cnpj",
    "licitacao.edital": "doc_edital",
    "licitacao.nome_vencedores": "empresa",
    "licitacao.nome_perdedores": "empresa_perdedora",
    "licitacao.data_realizacao": "data_realizacao",
    "licitacao.setor_interessado": "secretaria",
    "licitacao.integra": "doc_integra",
    "licitacao.termo_ratificacao": "doc_ratificacao",
    "licitacao.pregao": "numero_pregao",
    "licitacao.aviso": "doc_aviso",
    "licitacao.licitado": "sim_nao",
    "quadro_pessoal.nome": "servidor",
    "quadro_pessoal.cpf": "cpf_mascarado",
    "quadro_pessoal.cargo": "cargo",
    "quadro_pessoal.tipo_cargo": "vinculo",
    "quadro_pessoal.salario_cargo": "vantagens",
}
"""Which value a column of an item holds when its definition names none."""

ITEMS: tuple[str, ...] = tuple(f"{criterion}.{item}" for criterion, items in CRITERIA.items() for item in items)
